import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  asUnavailable,
  idleLimit,
  isTransient,
  retryDelay,
  type S3Options,
  SilentStoreError,
  sendOnce,
} from './s3-request.ts';

/**
 * The content of an object. If the connection breaks, reading continues at that position of the same version: the caller
 * gets the whole object or an error, never parts of two versions.
 */
export function readObject(
  options: S3Options,
  key: string,
  range: { start: number; end: number } | undefined,
): Readable {
  const out = new PassThrough();
  const closed = new AbortController();
  out.on('close', () => closed.abort());
  void copy(options, key, range, out, closed.signal).then(
    () => out.end(),
    (error: unknown) => out.destroy(asUnavailable(error) as Error),
  );
  return out;
}

async function copy(
  options: S3Options,
  key: string,
  range: { start: number; end: number } | undefined,
  out: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  let startedAt = performance.now();
  let position = range?.start ?? 0;
  let version: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const headers: Record<string, string> = {};
      if (range || position > 0) headers.range = `bytes=${position}-${range?.end ?? ''}`;
      if (version) headers['if-match'] = version;
      const answer = await sendOnce(options, { method: 'GET', key, headers, signal });
      if (headers.range && answer.statusCode !== 206)
        throw new Error(`the object store ignores the range requested of ${key}`);
      version ??= answer.headers.etag;
      for await (const part of partsOf(answer, idleLimit(options))) {
        position += part.length;
        // The store works again: a later failure gets all attempts.
        attempt = 1;
        startedAt = performance.now();
        if (!out.write(part)) await once(out, 'drain', { signal });
      }
      return;
    } catch (error) {
      const delay = isTransient(error) && !signal.aborted ? retryDelay(options, attempt, startedAt) : null;
      if (delay === null) throw error;
      await sleep(delay, undefined, { signal });
    }
  }
}

/** Only the store's silence counts, not a slow reader. */
async function* partsOf(answer: IncomingMessage, idleMs: number): AsyncGenerator<Buffer> {
  answer.socket.setTimeout(0);
  const parts = answer[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(new SilentStoreError()), idleMs);
      const { value, done } = await parts.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value as Buffer;
    }
  } finally {
    answer.destroy();
  }
}
