import { vi } from 'vitest';

/*
 * A busy machine is slow, not wrong: a condition may take its time. Vitest gives up after a second by default; for
 * `expect.poll` the configuration says otherwise.
 */
const WAIT_MS = 120_000;
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
