import { expect, it } from 'vitest';
import { createFixedClock } from '../../platform/clock.ts';
import { PublicCache } from './public-cache.ts';

const clock = createFixedClock('2026-03-01T00:00:00Z');

it('loads once for all requests within its lifetime, and again afterwards', async () => {
  const cache = new PublicCache(clock, 5);
  let loads = 0;
  const load = async () => ++loads;
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
  clock.advance(5000);
  expect(await cache.get('a', load)).toBe(2);
});

it('does not cache a failure', async () => {
  const cache = new PublicCache(clock, 5);
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', async () => 'back')).toBe('back');
});

it('caches nothing if the lifetime is zero', async () => {
  const cache = new PublicCache(clock, 0);
  let loads = 0;
  const load = async () => ++loads;
  await cache.get('a', load);
  expect(await cache.get('a', load)).toBe(2);
});
