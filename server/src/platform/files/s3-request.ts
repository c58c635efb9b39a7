import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../database/errors.ts';
import { ProductError } from '../errors.ts';
import { encodeSegment, payloadHashOf, type S3Credentials, signRequest } from './sigv4.ts';
import { isSafeKey } from './storage.ts';

export interface S3Options extends S3Credentials {
  /** For example https://s3.eu-central-1.amazonaws.com; the bucket is the first segment of the path (path style). */
  readonly endpoint: string;
  readonly bucket: string;
  /** Where a stream is stored until its length is known. */
  readonly workFolders: string;
  /** An attempt fails after this much silence of the store. */
  readonly idleMs?: number;
  /** The delays before the second, third ... attempt; their number is the number of retries. */
  readonly retryDelaysMs?: readonly number[];
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** A stream is opened again for each attempt. */
  readonly body?: Uint8Array | (() => Readable);
  readonly payloadHash?: string;
  readonly signal?: AbortSignal;
}

const DEFAULT_IDLE_MS = 10_000;
/** S3 answers 503 SlowDown and cuts connections in normal operation. */
const RETRY_DELAYS_MS = [100, 400, 1600];
/** No retry begins later than this after the first attempt, because a reader waits for the answer. */
const MAX_RETRYING_MS = 15_000;
/** The Retry-After of a store that does not answer. */
const RETRY_AFTER_SECONDS = 5;
/** The error code is at the beginning of the document. */
const MAX_ERROR_BYTES = 4096;
const EMPTY_HASH = payloadHashOf(new Uint8Array());

export const idleLimit = ({ idleMs = DEFAULT_IDLE_MS }: S3Options): number => idleMs;

export class S3Error extends Error {
  readonly status: number;
  /** The code in the store's answer, as in `SlowDown`; empty if there is none. */
  readonly code: string;
  constructor(status: number, code: string, subject: string) {
    super(`the object store answered ${status}${code && ` ${code}`} to ${subject}`);
    this.status = status;
    this.code = code;
  }
}

/** The store did not answer within `idleMs`. */
export class SilentStoreError extends Error {
  constructor() {
    super('the object store does not answer');
  }
}

/** True if a retry may succeed: the store is overloaded, restarting or unreachable. */
export function isTransient(error: unknown): boolean {
  if (error instanceof S3Error)
    return error.status >= 500 || [408, 429].includes(error.status) || error.code === 'RequestTimeout';
  return error instanceof SilentStoreError || isUnavailable(error);
}

/** The error that callers get when the store keeps failing. */
export const asUnavailable = (error: unknown): unknown =>
  isTransient(error)
    ? new ProductError('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
    : error;

/** The next delay with jitter; null = no attempts left. */
export function retryDelay(
  { retryDelaysMs = RETRY_DELAYS_MS }: S3Options,
  attempt: number,
  startedAt: number,
) {
  const delay = retryDelaysMs[attempt - 1];
  if (delay === undefined || performance.now() - startedAt > MAX_RETRYING_MS) return null;
  return delay * (0.5 + Math.random());
}

/** Sends a signed request and reads its answer, with retries; rejects with `unavailable` if the store keeps failing. */
export async function sendWithRetries<Result>(
  options: S3Options,
  request: S3Request,
  read: (answer: IncomingMessage) => Result | Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(await sendOnce(options, request));
    } catch (error) {
      const delay = isTransient(error) ? retryDelay(options, attempt, startedAt) : null;
      if (delay === null) throw asUnavailable(error);
      await sleep(delay);
    }
  }
}

/** One attempt; rejects unless the answer is a success. */
export function sendOnce(options: S3Options, request: S3Request): Promise<IncomingMessage> {
  const { method, key = '', query = {}, headers = {}, body, payloadHash = EMPTY_HASH, signal } = request;
  if (key !== '' && !isSafeKey(key)) throw new Error(`unsafe storage key: ${key}`);
  const url = new URL(options.endpoint);
  const path = [options.bucket, ...key.split('/').filter(Boolean)].map(encodeSegment).join('/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`)
    .join('&');
  const signed = signRequest({ method, url, headers, payloadHash }, options, new Date());
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const timeout = idleLimit(options);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send(url, { method, headers: signed, timeout, ...(signal ? { signal } : {}) });
    outgoing.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return resolve(answer);
      const subject = `${method} ${key || 'of a list'}`;
      void errorCodeOf(answer).then((code) => {
        reject(new S3Error(status, code, subject));
        // The store does not read the rest of a body that it refused.
        if (!outgoing.writableFinished) outgoing.destroy();
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new SilentStoreError()));
    outgoing.on('error', reject);
    if (typeof body !== 'function') outgoing.end(body);
    else
      pipeline(body(), outgoing, (error) => {
        if (error) reject(error);
      });
  });
}

/** Reads the answer to its end, so that the connection can be reused. */
async function errorCodeOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const part of answer) if (text.length < MAX_ERROR_BYTES) text += part;
  } catch {
    // The status says enough.
  }
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}
