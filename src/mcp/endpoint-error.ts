/** A stream that does not begin as one of the HTTP+SSE transport does (MCP 2024-11-05, transports). */
export class EndpointError extends Error {
  /** `none`: it names no endpoint. `foreign`: the endpoint is at another origin, where nothing is sent. */
  readonly kind: 'none' | 'foreign';

  constructor(kind: EndpointError['kind']) {
    super(kind === 'none' ? 'no endpoint' : 'an endpoint at another origin');
    this.name = 'EndpointError';
    this.kind = kind;
  }
}
