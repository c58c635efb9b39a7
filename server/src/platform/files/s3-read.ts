import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { asUnavailable, idleLimit, isTransient, retryDelay, type S3Options } from './s3-client.ts';

interface Source {
  readonly client: S3Client;
  readonly options: S3Options;
  readonly key: string;
  /** `end` is inclusive. */
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

/**
 * The content of an object. If the connection breaks, reading continues at that position of the same version: the caller
 * gets the whole object or an error, never parts of two versions.
 */
export function readObject(source: Source): Readable {
  const out = new PassThrough();
  const closed = new AbortController();
  out.on('close', () => closed.abort());
  void copy(source, out, closed.signal).then(
    () => out.end(),
    (error: unknown) => out.destroy(asUnavailable(error) as Error),
  );
  return out;
}

async function copy(source: Source, out: PassThrough, signal: AbortSignal): Promise<void> {
  const { client, options, key, range } = source;
  let startedAt = performance.now();
  let position = range?.start ?? 0;
  let version: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const isPart = range !== undefined || position > 0;
    // The client repeats a request that fails as a whole; here is what breaks in the middle of the content.
    const request = new GetObjectCommand({
      Bucket: options.bucket,
      Key: key,
      ...(isPart ? { Range: `bytes=${position}-${range?.end ?? ''}` } : {}),
      ...(version ? { IfMatch: version } : {}),
    });
    const answer = await client.send(request, { abortSignal: signal });
    if (isPart && answer.ContentRange === undefined)
      throw new Error(`the object store ignores the range requested of ${key}`);
    version ??= answer.ETag;
    try {
      for await (const part of partsOf(answer.Body as IncomingMessage, idleLimit(options))) {
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
  const silence = () =>
    Object.assign(new Error('the object store does not answer'), { name: 'TimeoutError' });
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(silence()), idleMs);
      const { value, done } = await parts.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value as Buffer;
    }
  } finally {
    answer.destroy();
  }
}
