import { describe, expect, it } from 'vitest';
import { deadline, linked } from '../src/linked-signal.ts';

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

describe('linked', () => {
  it('aborts with whichever comes first, also when that was before', () => {
    const late = new AbortController();
    expect(linked(new AbortController().signal, AbortSignal.abort('early')).signal.reason).toBe('early');
    const { signal } = linked(new AbortController().signal, late.signal);
    late.abort('late');
    expect(signal.reason).toBe('late');
  });

  it('is not touched by what comes after it is done', () => {
    const outer = new AbortController();
    const { signal, done } = linked(outer.signal);
    done();
    outer.abort();
    expect(signal.aborted).toBe(false);
  });
});
