import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('ids are of version 7 and hold the time', () => {
  vi.useFakeTimers({ now: 0x19_4f_00_00_00_00 });
  expect(newId()).toMatch(/^194f0000-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids only grow, also beyond the counter and when the clock is set back', () => {
  vi.useFakeTimers({ now: 0x29_4f_00_00_00_00 });
  const ids = Array.from({ length: 10_000 }, newId);
  vi.setSystemTime(0x28_00_00_00_00_00);
  ids.push(newId());
  expect(new Set(ids).size).toBe(10_001);
  expect(ids).toEqual([...ids].sort());
});
