import { describe, expect, it, vi } from 'vitest';
import { sliceOf } from '../testing/slices.ts';
import { type Slice, SliceFailure } from './decode/slice.ts';
import { SliceStack } from './slice-stack.ts';

const urls = (count: number) => Array.from({ length: count }, (_value, at) => `/files/${at}.dcm?grant=old`);

/** Slices that load when the test says so. */
function slowFiles() {
  const waiting: {
    url: string;
    frame: number;
    come: (slice?: Slice) => void;
    fail: (error: Error) => void;
  }[] = [];
  const load = (url: string, frame: number) =>
    new Promise<Slice>((resolve, reject) => {
      waiting.push({ url, frame, come: (slice = sliceOf()) => resolve(slice), fail: reject });
    });
  return { load, waiting };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a stack of slices', () => {
  it('requests only the shown slice, then its neighbors, a few at once', async () => {
    const { load, waiting } = slowFiles();
    const stack = new SliceStack(urls(40), load);
    stack.look(20);
    expect(waiting).toHaveLength(1);
    waiting[0]?.come();
    await settle();
    expect(waiting.map(({ url }) => Number(/\d+/.exec(url)?.[0]))).toEqual([20, 21, 22, 19, 23, 24, 18]);
  });

  it('requests the new position at once after a jump', () => {
    const { load, waiting } = slowFiles();
    const stack = new SliceStack(urls(100), load);
    stack.look(0);
    stack.look(80);
    expect(waiting.at(-1)?.url).toContain('/80.dcm');
  });

  it('counts loaded slices and notifies listeners', async () => {
    const stack = new SliceStack(urls(12), async () => sliceOf());
    const listener = vi.fn();
    stack.subscribe(listener);
    stack.look(0);
    await settle();
    expect(stack.getState()).toMatchObject({ count: 12, loaded: 12, failed: [] });
    expect(listener).toHaveBeenCalled();
  });

  it('names the failed file and continues with the others', async () => {
    const stack = new SliceStack(urls(5), async (url) => {
      if (url.includes('/2.dcm')) throw new SliceFailure('truncated');
      return sliceOf();
    });
    stack.look(0);
    await settle();
    expect(stack.getState()).toMatchObject({
      loaded: 4,
      failed: [{ index: 2, code: 'truncated', file: '2.dcm' }],
    });
    expect(stack.slice(3)).toBeDefined();
  });

  it('retries with new addresses when the old ones have expired', async () => {
    const asked: string[] = [];
    const stack = new SliceStack(urls(3), async (url) => {
      asked.push(url);
      if (url.endsWith('old')) throw new SliceFailure('expired');
      return sliceOf();
    });
    stack.look(0);
    await settle();
    expect(stack.getState().failed).toHaveLength(3);
    stack.retry(urls(3).map((url) => url.replace('old', 'new')));
    await settle();
    expect(stack.getState()).toMatchObject({ loaded: 3, failed: [] });
    expect(asked).toHaveLength(6);
  });

  it('grows by the frames of its files, in their order', async () => {
    const stack = new SliceStack(['/files/cine.dcm', '/files/one.dcm'], async (url, frame) =>
      sliceOf(url.includes('cine') ? { numberOfFrames: 3, intercept: frame } : { intercept: 100 }),
    );
    stack.look(0);
    await settle();
    await settle();
    expect(stack.getState()).toMatchObject({ count: 4, loaded: 4 });
    expect([0, 1, 2, 3].map((index) => stack.slice(index)?.intercept)).toEqual([0, 1, 2, 100]);
  });

  it('keeps what fits into memory, near slices rather than far ones', async () => {
    const bytes = 32;
    const stack = new SliceStack(urls(50), async () => sliceOf(), { limit: 12 * bytes });
    stack.look(25);
    for (let turn = 0; turn < 60; turn += 1) await settle();
    const kept = Array.from({ length: 50 }, (_value, at) => at).filter((at) => stack.slice(at));
    expect(kept.length).toBeLessThanOrEqual(12);
    expect(kept).toContain(25);
    expect(Math.max(...kept.map((at) => Math.abs(at - 25)))).toBeLessThan(20);
    stack.look(2);
    for (let turn = 0; turn < 60; turn += 1) await settle();
    expect(stack.slice(2)).toBeDefined();
  });
});
