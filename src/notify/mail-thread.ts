import type { Alert } from '../core/alert.ts';

/** RFC 5322 3.6.4. Of the alert's own, so that a repeat is known as one. */
export function messageId(id: string): string {
  return `<${id.slice(0, 200).replace(/[^\w.-]/g, '-')}@tooldrift>`;
}

/** Puts a mail into the thread that the first one about the same trouble began. */
export function threadHeaders({ id, thread }: Pick<Alert, 'id' | 'thread'>) {
  if (thread == null || thread === id) return {};
  return { inReplyTo: messageId(thread), references: messageId(thread) };
}
