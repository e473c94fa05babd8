import type { ColumnDefinitionBuilder, Expression } from 'kysely';

/** What the engines name differently. */
export interface ColumnTypes {
  /** Text that is compared and sorted by its bytes, whatever the locale of the database. */
  readonly text: 'text' | Expression<string>;
  readonly id: 'integer' | 'bigint';
  /** Makes an `id` column count up and never use a number twice. */
  readonly counting: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}
