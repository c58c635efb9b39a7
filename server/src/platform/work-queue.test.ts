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

it('lets keys take turns, and each key keep its order', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 10, retryAfterSeconds: 1 });
  const { started, work, end } = controlledWork();
  const keys = ['crowd', 'crowd', 'crowd', 'crowd', 'one', 'other', 'one'];
  const accepted = keys.map((key, id) => queue.run(work(id), key));
  for (const id of [0, 1, 4, 5, 2, 6, 3]) {
    expect(started.at(-1)).toBe(id);
    end(id);
    await accepted[id];
  }
  expect(queue.isBusy).toBe(false);
});

it('gives a crowd the whole queue, and in a full one a place of the crowd to those who have fewer', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 4, retryAfterSeconds: 7 });
  const { started, work, end } = controlledWork();
  const crowd = [0, 1, 2, 3, 4].map((id) => queue.run(work(id), 'crowd'));
  await expect(queue.run(work(5), 'crowd')).rejects.toMatchObject({ code: 'unavailable' });
  const first = queue.run(work(6), 'one');
  await expect(crowd[4]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 7 });
  const second = queue.run(work(7), 'one');
  await expect(crowd[3]).rejects.toMatchObject({ code: 'unavailable' });
  // Two and two: a third would only change who is refused.
  expect([queue.isFull('one'), queue.isFull('crowd'), queue.isFull('other')]).toEqual([true, true, false]);
  for (const id of [0, 1, 6, 2, 7]) {
    expect(started.at(-1)).toBe(id);
    end(id);
    await [crowd[0], crowd[1], crowd[2]][id];
    if (id === 6) await first;
    if (id === 7) await second;
  }
  expect(queue.isBusy).toBe(false);
});

it('lets each key wait with so many tasks only, where that is said', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 5, maxWaitingPerKey: 1, retryAfterSeconds: 7 });
  const { started, work, end } = controlledWork();
  const accepted = ['crowd', 'crowd', 'one'].map((key, id) => queue.run(work(id), key));
  await expect(queue.run(work(3), 'crowd')).rejects.toMatchObject({ code: 'unavailable' });
  for (const id of [0, 1, 2]) {
    end(id);
    await accepted[id];
  }
  expect(started).toEqual([0, 1, 2]);
});
