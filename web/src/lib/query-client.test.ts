import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { CallError } from './api-client.ts';
import { createQueryClient } from './query-client.ts';

it('says at once that a call failed where there is no network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let calls = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['books'],
    queryFn: async () => {
      calls += 1;
      throw new CallError(0, { code: 'network' });
    },
  });
  const failed = new Promise<void>((resolve) => {
    const stop = observer.subscribe(({ isError }) => {
      if (!isError) return;
      stop();
      resolve();
    });
  });
  await failed;
  online.mockRestore();
  expect(calls).toBe(1);
});
