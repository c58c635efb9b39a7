import { expect, test, vi } from 'vitest';

test('a wait for a condition outlasts a busy second', async () => {
  const busyUntil = performance.now() + 1500;
  const isTrue = () => performance.now() > busyUntil;
  await vi.waitFor(() => expect(isTrue()).toBe(true));
  const stillBusyUntil = performance.now() + 1500;
  await expect.poll(() => performance.now() > stillBusyUntil).toBe(true);
});
