import { afterEach, expect, vi } from 'vitest';

/*
 * Output nobody expected is a warning nobody reads: it fails the test. A test that means to print takes the
 * method over with `vi.spyOn(console, ...).mockImplementation(...)`.
 */
const printed: string[] = [];
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  console[method] = (...values: unknown[]) =>
    void printed.push(`console.${method}: ${values.map(String).join(' ')}`);
}

afterEach(() => {
  vi.restoreAllMocks();
  const lines = printed.splice(0);
  expect(lines, 'unexpected console output').toEqual([]);
});
