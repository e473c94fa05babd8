import { describe, expect, it } from 'vitest';
import { errorCodes, reasonFor, remedyFor } from '../../src/notify/connection-reason.ts';

function coded(code: string, options?: ErrorOptions): Error {
  return Object.assign(new Error('a message with a s3cr3t', options), { code });
}

describe('reasonFor', () => {
  it.each([
    ['ENOTFOUND', 'the host name could not be resolved (DNS)'],
    ['EAI_AGAIN', 'the host name could not be resolved (DNS)'],
    ['EDNS', 'the host name could not be resolved (DNS)'],
    ['ECONNREFUSED', 'the connection was refused'],
    ['EHOSTUNREACH', 'the network does not reach the host'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the TLS certificate is not trusted'],
    ['CERT_HAS_EXPIRED', 'the TLS certificate is not trusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the TLS certificate is not trusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the TLS certificate is not trusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the TLS connection could not be established'],
    ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
    ['UND_ERR_HEADERS_TIMEOUT', 'no answer in time'],
    ['ETIMEDOUT', 'no answer in time'],
    ['ECONNRESET', 'the connection was closed'],
    ['UND_ERR_SOCKET', 'the connection was closed'],
    ['ENEW', 'the connection failed (ENEW)'],
    ['not a code', 'the connection failed'],
  ])('explains %s', (code, reason) => {
    expect(reasonFor([code])).toBe(reason);
  });
});

describe('remedyFor', () => {
  it.each([
    ['ENOTFOUND', /how it is written/],
    ['ECONNREFUSED', /the port/],
    ['CERT_HAS_EXPIRED', /renew it/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['UND_ERR_CONNECT_TIMEOUT', /alerts\.sendTimeout/],
    ['ECONNRESET', /its log/],
  ])('says what to do about %s', (code, remedy) => {
    expect(remedyFor([code])).toMatch(remedy);
  });

  it('knows nothing to do about what it does not know', () => {
    expect(remedyFor(['ENEW'])).toBeNull();
  });
});

describe('errorCodes', () => {
  it('looks into causes and collected errors, never at a message', () => {
    const all = new AggregateError([coded('EHOSTUNREACH'), coded('ECONNREFUSED')], 'a s3cr3t');
    expect(errorCodes(coded('ESOCKET', { cause: all }))).toEqual(['ESOCKET', 'EHOSTUNREACH', 'ECONNREFUSED']);
    expect(errorCodes(Object.assign(coded('ESOCKET'), { originalCode: 'EPROTO' }))).toEqual(['ESOCKET', 'EPROTO']);
  });

  it('ends also for an error that is its own cause', () => {
    const error = coded('E1');
    error.cause = error;
    expect(errorCodes(error).length).toBeLessThan(10);
    expect(errorCodes('no error')).toEqual([]);
  });
});
