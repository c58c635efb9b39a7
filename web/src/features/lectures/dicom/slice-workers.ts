import { type Slice, SliceFailure, type SliceFailureCode } from './decode/slice.ts';
import type { SliceReply, SliceRequest } from './decode/slice-worker.ts';

/** Fetches and decodes one frame of a file. Tests replace it. */
export type LoadSlice = (url: string, frame: number) => Promise<Slice>;

interface Pending {
  readonly resolve: (slice: Slice) => void;
  readonly reject: (failure: SliceFailure) => void;
}

/** A few workers for all viewers of the page, so that decoding does not block rendering. Created when first needed. */
export const sliceWorkers = (() => {
  let workers: Worker[] | null = null;
  const pending = new Map<number, Pending>();
  let nextId = 0;

  function start(): Worker[] {
    const count = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1));
    return Array.from({ length: count }, () => {
      const worker = new Worker(new URL('./decode/slice-worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<SliceReply>) => settle(data);
      // An error without a message means that the script could not be loaded.
      worker.onerror = ({ message }) => abandon(message ? 'undecodable' : 'network');
      return worker;
    });
  }
  function settle(reply: SliceReply) {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    if ('slice' in reply) waiting?.resolve(reply.slice);
    else waiting?.reject(new SliceFailure(reply.failure, reply.detail));
  }
  /** A crashed worker (memory, or a script that cannot be loaded) fails its slices; new workers serve the next ones. */
  function abandon(code: SliceFailureCode) {
    for (const worker of workers ?? []) worker.terminate();
    workers = null;
    for (const { reject } of pending.values()) reject(new SliceFailure(code, 'worker'));
    pending.clear();
  }

  const load: LoadSlice = (url, frame) =>
    new Promise((resolve, reject) => {
      workers ??= start();
      const id = nextId++;
      pending.set(id, { resolve, reject });
      // All frames of a file go to the same worker, which caches the file.
      const worker = workers[(frame > 0 ? 0 : id) % workers.length]!;
      worker.postMessage({ id, url: new URL(url, location.href).href, frame } satisfies SliceRequest);
    });
  return load;
})();
