import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import type { Bytes } from './bytes.ts';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal | null;
  /** How long the server may take to begin its answer. A body that was begun may be silent for ever (listening). */
  readonly headersTimeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** In lower case, without parameters. */
  readonly mediaType: string;
  readonly body: Bytes;
  /** Gives the connection up, whatever is still to come. */
  discard(): void;
}

/** One HTTP request. Follows no redirect: the headers of the config go to the configured address and nowhere else. */
export async function sendHttp(url: string | URL, options: HttpRequest, dispatcher: Dispatcher): Promise<HttpAnswer> {
  const { method, body, signal, headersTimeoutMs } = options;
  const headers = Object.fromEntries(options.headers);
  const response = await request(url, {
    dispatcher,
    method,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
    body: body ?? null,
    signal,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: 0,
  });
  // Whoever stops to read a body is told nothing more; without a listener its last error would end the process.
  response.body.on('error', () => undefined);
  const answerHeaders = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) answerHeaders.append(name, one);
  }
  return {
    status: response.statusCode,
    headers: answerHeaders,
    mediaType: (answerHeaders.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    body: decompress(response.body, answerHeaders.get('content-encoding')),
    discard: () => void response.body.destroy(),
  };
}

/** Passes on what is there after each piece, and takes a body that ends early as far as it goes. */
const zlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const decoders = {
  gzip: () => createGunzip(zlib),
  'x-gzip': () => createGunzip(zlib),
  deflate: () => createInflate(zlib),
  br: () => createBrotliDecompress(brotli),
};

function decompress(body: Readable, encoding: string | null): Readable {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(decoders, name)) return body;
  const decoder = decoders[name as keyof typeof decoders](); // an own key, as was just seen
  return pipeline(body, decoder, () => undefined); // errors reach whoever reads the decoder
}
