import { afterEach, expect, vi } from 'vitest';

/*
 * Unexpected output fails the test, because nobody reads such warnings. A test that prints on purpose replaces the method
 * with `vi.spyOn(console, ...).mockImplementation(...)`.
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
