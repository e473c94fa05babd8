import { describe, expect, it } from 'vitest';
import { deadline } from '../src/deadline.ts';

describe('deadline', () => {
  it('aborts when the time is up', async () => {
    const { signal } = deadline(new AbortController().signal, 1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts with the other signal, for its reason', () => {
    const outer = new AbortController();
    const { signal, done } = deadline(outer.signal, 60_000);
    outer.abort('stop');
    expect(signal.reason).toBe('stop');
    done();
  });
});
