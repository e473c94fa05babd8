/** A person's word that a server will change: what is found until then is marked as expected, and told all the same. */
export interface Expectation {
  /** ISO 8601 UTC times; both ends belong to it. */
  readonly from: string;
  readonly until: string;
  readonly by: string;
  readonly note: string | null;
}

/** The expectation that a change found at `at` falls under, null when there is none. */
export function expectationAt(expectation: Expectation | null, at: string): Expectation | null {
  return expectation !== null && expectation.from <= at && at <= expectation.until ? expectation : null;
}
