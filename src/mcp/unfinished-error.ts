/** What came is no result yet (MCP 2026-07-28, `resultType`): the server wants something first. */
export class UnfinishedError extends Error {
  constructor() {
    super('the answer is no result yet (its `resultType` is not "complete")');
    this.name = 'UnfinishedError';
  }
}
