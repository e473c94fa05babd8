import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesServer, routeOf, type ChannelFilter } from '../../src/core/route.ts';
import { aFinding, anAlert } from '../support/alerts.ts';

describe('matchesServer', () => {
  it.each([
    ['billing', 'billing', true],
    ['billing', 'billing2', false],
    ['billing', 'billing@cursor', true],
    ['billing@cursor', 'billing@vscode', false],
    ['billing@*', 'billing@vscode', true],
    ['files*', 'files', true],
    ['files*', 'files-eu', true],
    ['*-eu', 'files-eu', true],
    ['*-eu', 'files-eu2', false],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'ac', false],
    ['ab*ba', 'aba', false],
    ['a*b*b', 'ab', false],
    ['*', 'anything', true],
    ['a.b', 'axb', false],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(matchesServer(pattern, name)).toBe(expected);
  });

  it('agrees with the regular expression that it stands for', () => {
    const text = fc.stringMatching(/^[ab*]{1,8}$/);
    const name = fc.stringMatching(/^[ab]{0,8}$/);
    fc.assert(
      fc.property(text, name, (pattern, name) => {
        expect(matchesServer(pattern, name)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name));
      }),
    );
  });
});

describe('routeOf', () => {
  const all = ['email', 'slack', 'webhook'];
  const filter = (own: Partial<ChannelFilter>): ChannelFilter => ({ minSeverity: null, servers: null, ...own });

  it.each([
    ['no filter', {}, all, []],
    ['only grave things', { slack: filter({ minSeverity: 'critical' }) }, ['email', 'webhook'], ['slack']],
    ['grave enough', { slack: filter({ minSeverity: 'high' }) }, all, []],
    ['other servers', { slack: filter({ servers: ['files*'] }) }, ['email', 'webhook'], []],
    ['this server', { slack: filter({ servers: ['files*', 'billing'] }) }, all, []],
    ['neither', { slack: filter({ servers: ['files*'], minSeverity: 'critical' }) }, ['email', 'webhook'], []],
  ] as const)('%s', (_name, filters, channels, followers) => {
    expect(routeOf(anAlert({ severity: 'high', findings: [aFinding()] }), all, filters)).toEqual({
      channels,
      followers,
    });
  });

  it('tells of a server that cannot be verified wherever its alerts go, however grave they have to be', () => {
    const filters = { slack: filter({ minSeverity: 'critical' }), email: filter({ servers: ['files'] }) };
    const blind = anAlert({ reason: 'server-back', severity: 'info', findings: [] });
    expect(routeOf(blind, all, filters).channels).toEqual(['slack', 'webhook']);
  });
});
