import type { Worker } from 'node:cluster';

const RETIRE = 'retire';

/** To a worker whose successor serves already. Not by a signal, which tells that all of them end. */
export function tellToRetire(worker: Worker): void {
  worker.send(RETIRE, () => {});
}

/** In a worker: calls `retire` when another one has taken its place. */
export function onRetire(retire: () => void): void {
  process.on('message', (message) => {
    if (message === RETIRE) retire();
  });
}
