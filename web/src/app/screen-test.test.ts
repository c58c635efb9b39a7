import { describe, expect, it } from 'vitest';
import { paths } from '../lib/paths.ts';
import type { AppContext } from './app-context.ts';
import { createRoutes } from './router.tsx';
import { screenTest } from './screen-test.ts';

const isScreen = screenTest(createRoutes({} as AppContext));
const BOOK = '0197a000-0000-7000-8000-0000000000b1';

describe('an address', () => {
  it.each(Object.values(paths).map(({ pattern }) => pattern))('of the list is a screen’s: %s', (pattern) => {
    const full = pattern.replace(/:\w+\??/g, BOOK);
    for (const path of [full, full === '/' ? '/' : `${full}/`, full.toUpperCase()])
      expect(isScreen(path)).toBe(true);
  });

  it.each(['/supplementary/1/2', '/supplementary/1/2/3', `/%62ooks`])(
    'with a part that may be missing, or written otherwise, is one: %s',
    (path) => {
      expect(isScreen(path)).toBe(true);
    },
  );

  it.each([
    '/no-such-page',
    '/books/none',
    '/book-profile',
    '/supplementary/1/2/3/4',
    '//books',
    '/%',
    '/metrics',
  ])('of nobody is none: %s', (path) => {
    expect(isScreen(path)).toBe(false);
  });
});
