import type { Reply, Script } from './script.ts';

/** A request as the player needs it. */
export interface PlayedRequest {
  readonly id?: string | number | null;
  readonly method: string;
  readonly params?: { readonly cursor?: unknown };
}

/** Decides what a scripted server says next. */
export class ScriptPlayer {
  constructor(script: Script);
  get script(): Script;
  /** From now on the other script plays, from its beginning. */
  replace(script: Script): void;
  /** The reply to a request, its placeholders filled in. */
  reply(request: PlayedRequest): Reply;
  /** The text of the notification that the tools changed, for the stream that the request `id` opened. */
  changed(id: string | number | null): string;
}

/** `text` with its placeholders filled in. */
export function fillText(text: string, id: string | number | null, page?: number): string;

/** `reply` with the placeholders of its texts filled in. */
export function fill(reply: Reply, id: string | number | null, page?: number): Reply;
