const maxReplies = 8;

/** Lets the replies to a server's own requests out, except to a server that asks faster than it takes them: it gets no more. */
export class ReplyGate {
  #onTheirWay = 0;

  async send(reply: () => Promise<void>): Promise<void> {
    if (this.#onTheirWay >= maxReplies) return;
    this.#onTheirWay += 1;
    try {
      await reply();
    } finally {
      this.#onTheirWay -= 1;
    }
  }
}
