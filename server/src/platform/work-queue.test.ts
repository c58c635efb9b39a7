import { expect, it } from 'vitest';
import { WorkQueue } from './work-queue.ts';

/** Work that ends when it is told to. */
function controlledWork() {
  const started: number[] = [];
  const endings = new Map<number, (error?: Error) => void>();
  const work = (id: number) => () =>
    new Promise<number>((resolve, reject) => {
      started.push(id);
      endings.set(id, (error) => (error ? reject(error) : resolve(id)));
    });
  return { started, work, end: (id: number, error?: Error) => endings.get(id)?.(error) };
}

it('runs as many as it may, lets some wait in order, and refuses the rest at once', async () => {
  const queue = new WorkQueue({ concurrency: 2, maxWaiting: 2, retryAfterSeconds: 7 });
  const { started, work, end } = controlledWork();
  const accepted = [1, 2, 3, 4].map((id) => queue.run(work(id)));
  expect(started).toEqual([1, 2]);
  expect(() => queue.assertNotFull()).toThrow(expect.objectContaining({ retryAfterSeconds: 7 }));
  await expect(queue.run(work(5))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 7 });
  end(2);
  await accepted[1];
  expect(started).toEqual([1, 2, 3]);
  queue.assertNotFull();
  end(1);
  await accepted[0];
  for (const id of [3, 4]) end(id);
  expect(await Promise.all(accepted)).toEqual([1, 2, 3, 4]);
  expect(queue.isBusy).toBe(false);
});

it('goes on after work that fails', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1, retryAfterSeconds: 1 });
  const { work, end } = controlledWork();
  const first = queue.run(work(1));
  const second = queue.run(work(2));
  end(1, new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  end(2);
  expect(await second).toBe(2);
  expect(queue.isBusy).toBe(false);
});
