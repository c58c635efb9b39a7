import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { pageView, untilAnswered } from './leave-page.ts';

const i18n = await createI18n('en');
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const away = () => Promise.reject(new TypeError('Failed to fetch'));
const failing = async () => new Response('bad gateway', { status: 502 });

it.each([
  ['the network is back before the attempt fails', away],
  ['the server was away, and the network was not', failing],
])('the next page is loaded when %s', async (_when, fails) => {
  let isBack = false;
  const asked = vi.fn(async () => {
    const answer = isBack ? Promise.resolve(new Response('home')) : fails();
    // Nothing listens yet: the attempt is still on its way.
    window.dispatchEvent(new Event('online'));
    return answer;
  });
  vi.stubGlobal('fetch', asked);
  const loaded = vi.fn();
  void untilAnswered('/').then(loaded);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(loaded).not.toHaveBeenCalled();
  expect(asked.mock.calls.length).toBeGreaterThan(3);
  isBack = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded).toHaveBeenCalledOnce();
});

it('the next page is loaded at once when the network is back', async () => {
  let isBack = false;
  vi.stubGlobal('fetch', () => (isBack ? Promise.resolve(new Response('home')) : away()));
  const loaded = vi.fn();
  void untilAnswered('/').then(loaded);
  await vi.advanceTimersByTimeAsync(60_000);
  isBack = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1);
  expect(loaded).toHaveBeenCalledOnce();
});

it.each([
  ['the session ended', '/SignIn', 'Sign in'],
  ['the user signed out', undefined, 'Home'],
])('the page in between has a link for who waits: %s', (_when, signInPath, name) => {
  const root = { unmount() {} } as Root;
  pageView(root, i18n).hide('Your session has ended.', signInPath);
  const link = document.querySelector('main a');
  expect(link?.textContent).toBe(name);
  expect(link?.getAttribute('href')).toBe(signInPath ?? '/');
  document.querySelector('main')?.remove();
});
