/** Decides what a scripted server says next. Plain JavaScript, since a spawned child uses it as well. */
export class ScriptPlayer {
  #script;
  /** How many `once` replies of a method were given. */
  #spent = new Map();
  /** Which page of a method was given last. */
  #page = new Map();

  constructor(script) {
    this.#script = script;
  }

  get script() {
    return this.#script;
  }

  /** From now on the other script plays, from its beginning. */
  replace(script) {
    this.#script = script;
    this.#spent.clear();
    this.#page.clear();
  }

  /** The reply to a request. */
  reply({ id, method, params }) {
    const { everything, answers } = this.#script;
    if (everything !== undefined) return fill(everything, id);
    const answer = Object.hasOwn(answers, method) ? answers[method] : methodNotFound;
    const spent = this.#spent.get(method) ?? 0;
    if (spent < (answer.once?.length ?? 0)) {
      this.#spent.set(method, spent + 1);
      return fill(answer.once[spent], id);
    }
    // An empty cursor is a cursor: only its absence begins a new walk.
    const page = params?.cursor === undefined ? 0 : (this.#page.get(method) ?? 0) + 1;
    this.#page.set(method, page);
    return fill(answer.replies[Math.min(page, answer.replies.length - 1)], id, page);
  }

  /** The text of the notification that the tools changed, for the stream that the request `id` opened. */
  changed(id) {
    return fillText(this.#script.changed, id);
  }
}

const methodNotFound = {
  replies: [
    { kind: 'message', text: '{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32601,"message":"Method not found"}}' },
  ],
};

/** `reply` with the placeholders of its texts filled in. */
export function fill(reply, id, page = 0) {
  switch (reply.kind) {
    case 'message':
      return { ...reply, text: fillText(reply.text, id, page) };
    case 'http':
      return { ...reply, body: fillText(reply.body, id, page) };
    case 'stream':
      return { ...reply, messages: reply.messages.map((text) => fillText(text, id, page)) };
    default:
      return reply;
  }
}

export function fillText(text, id, page = 0) {
  // By function: a `$` in a replacement string would be a pattern.
  return text.replaceAll('{{id}}', () => JSON.stringify(id ?? null)).replaceAll('{{page}}', () => String(page));
}
