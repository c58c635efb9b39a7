import type { Worker } from 'node:cluster';

const RETIRE = 'retire';

/** Tells a worker to stop because its successor serves. Not by a signal, which means that all workers stop. */
export function tellToRetire(worker: Worker): void {
  worker.send(RETIRE, () => {});
}

/** In a worker: calls `retire` when it has been replaced. */
export function onRetire(retire: () => void): void {
  process.on('message', (message) => {
    if (message === RETIRE) retire();
  });
}
