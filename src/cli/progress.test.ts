import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startProgress } from './progress.ts';

function fakeStream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) > 0 };
}

const drawn = (line: string) => `\r\x1b[?7l${line}\x1b[K\x1b[?7h`;

describe('the progress bar', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the share that is done and how long the rest takes, then clears its line', () => {
    const stream = fakeStream(true);
    const progress = startProgress('Writing', 200, 'redirects', stream);
    expect(stream.written).toEqual([drawn(`Writing ${'-'.repeat(30)} 0 % of 200 redirects`)]);
    progress.at(50);
    expect(stream.written).toHaveLength(1);
    vi.advanceTimersByTime(200);
    const quarter = `${'='.repeat(8)}${'-'.repeat(22)}`;
    expect(stream.written.at(-1)).toBe(drawn(`Writing ${quarter} 25 % of 200 redirects, 1s left`));
    progress.at(201);
    vi.advanceTimersByTime(200);
    expect(stream.written.at(-1)).toBe(drawn(`Writing ${'='.repeat(30)} 100 % of 200 redirects, 0s left`));
    progress.stop();
    expect(stream.written.at(-1)).toBe('\r\x1b[K');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts where the total is not known, and is full where there is nothing to do', () => {
    const stream = fakeStream(true);
    startProgress('Restoring', null, 'parts', stream).at(7);
    vi.advanceTimersByTime(200);
    expect(stream.written.at(-1)).toBe(drawn('Restoring 7 parts'));
    const empty = fakeStream(true);
    startProgress('Writing', 0, 'redirects', empty).stop();
    expect(empty.written[0]).toContain(`${'='.repeat(30)} 100 % of 0 redirects`);
  });

  it.each([
    [59_000, '59s'],
    [150_000, '2m30s'],
    [3_900_000, '1h5m'],
  ])('says that %i ms are %s', (elapsedMs, time) => {
    const stream = fakeStream(true);
    const half = startProgress('Inventing', 2, 'days', stream);
    half.at(1);
    vi.advanceTimersByTime(elapsedMs);
    half.stop();
    expect(stream.written.at(-2)).toContain(`50 % of 2 days, ${time} left`);
  });

  it('is drawn during work that leaves no time for timers', () => {
    const stream = fakeStream(true);
    const now = vi.spyOn(performance, 'now');
    now.mockReturnValue(1_000);
    const progress = startProgress('Writing', 4, 'redirects', stream);
    now.mockReturnValue(1_401);
    progress.at(2);
    expect(stream.written.at(-1)).toContain('50 % of 4 redirects');
    progress.stop();
    now.mockRestore();
  });

  it('writes nothing where the output is no terminal', () => {
    const stream = fakeStream(false);
    const progress = startProgress('Writing', 200, 'redirects', stream);
    progress.at(50);
    vi.advanceTimersByTime(1_000);
    progress.stop();
    expect(stream.written).toEqual([]);
  });
});
