import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { clearSession, whenTabLost } from '../lib/session.ts';
import { dismissAllToasts } from '../ui/notify.ts';
import { shareWindow } from './shared-window.ts';

shareWindow();

// A busy machine is slow, not wrong: what is waited for may take its time.
const WAIT_MS = 120_000;
configure({ asyncUtilTimeout: WAIT_MS });
// Files share their process: once is enough.
if (!('isPatient' in vi.waitFor)) {
  const { waitFor } = vi;
  const patient: typeof waitFor = (condition, options) =>
    waitFor(condition, {
      ...(typeof options === 'object' && options),
      timeout: Math.max(WAIT_MS, (typeof options === 'number' ? options : options?.timeout) ?? 0),
    });
  vi.waitFor = Object.assign(patient, { isPatient: true });
}

// What jsdom lacks and Mantine asks for.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.IntersectionObserver ??= class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
} as unknown as typeof IntersectionObserver;
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
// Fields that grow measure their text again when a font has come.
Object.defineProperty(document, 'fonts', {
  value: { load: async () => [], ready: Promise.resolve(), addEventListener() {}, removeEventListener() {} },
  configurable: true,
});

// A test that makes noise has found something: unexpected console output fails it.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level);
});
afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  // The next test is a new tab.
  whenTabLost(() => {});
  dismissAllToasts();
  for (const level of ['error', 'warn'] as const) {
    const calls = vi.mocked(console[level]).mock.calls.map((call) => call.map(String).join(' '));
    vi.mocked(console[level]).mockRestore();
    expect(calls, `console.${level} during the test`).toEqual([]);
  }
});
