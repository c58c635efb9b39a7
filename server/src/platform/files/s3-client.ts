import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { isUnavailable } from '../database/errors.ts';
import { ProductError } from '../errors.ts';

export interface S3Options {
  /** For example https://s3.eu-central-1.amazonaws.com; the bucket is the first segment of the path (path style). */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /**
   * Absent: the credentials of this machine's or pod's role, which the client finds and renews as Amazon's tools do
   * (`AWS_*` variables, a web identity token, the metadata service).
   */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** An attempt fails after this much silence of the store. */
  readonly idleMs?: number;
  /** The delays before the second, third ... attempt; their number is the number of retries. */
  readonly retryDelaysMs?: readonly number[];
}

const DEFAULT_IDLE_MS = 10_000;
/** S3 answers 503 SlowDown and cuts connections in normal operation. */
const RETRY_DELAYS_MS = [100, 400, 1600];
/** No retry begins later than this after the first attempt, because a reader waits for the answer. */
const MAX_RETRYING_MS = 15_000;
/** The Retry-After of a store that does not answer. */
const RETRY_AFTER_SECONDS = 5;
const MAX_CONNECTIONS = 200;

export const idleLimit = ({ idleMs = DEFAULT_IDLE_MS }: S3Options): number => idleMs;

/** The next delay with jitter; null = no attempts left. `attempt` counts from 1. */
export function retryDelay(
  { retryDelaysMs = RETRY_DELAYS_MS }: S3Options,
  attempt: number,
  startedAt: number,
): number | null {
  const delay = retryDelaysMs[attempt - 1];
  if (delay === undefined || performance.now() - startedAt > MAX_RETRYING_MS) return null;
  return delay * (0.5 + Math.random());
}

type Token = Awaited<ReturnType<StandardRetryStrategy['acquireInitialRetryToken']>>;
type ErrorInfo = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

/** The client's own decision of what is worth a retry, within the time that a reader waits. */
class Retries extends StandardRetryStrategy {
  readonly #startedAt = new WeakMap<Token, number>();

  constructor(options: S3Options) {
    const { retryDelaysMs = RETRY_DELAYS_MS } = options;
    super({
      maxAttempts: retryDelaysMs.length + 1,
      backoff: {
        computeNextBackoffDelay: (completed) => retryDelay(options, completed + 1, performance.now()) ?? 0,
        setDelayBase: () => {},
      },
    });
  }

  override async acquireInitialRetryToken(scope: string): Promise<Token> {
    const token = await super.acquireInitialRetryToken(scope);
    this.#startedAt.set(token, performance.now());
    return token;
  }

  override async refreshRetryTokenForRetry(token: Token, error: ErrorInfo): Promise<Token> {
    const startedAt = this.#startedAt.get(token) ?? 0;
    if (performance.now() - startedAt > MAX_RETRYING_MS) throw new Error('no time is left for a retry');
    const next = await super.refreshRetryTokenForRetry(token, error);
    this.#startedAt.set(next, startedAt);
    return next;
  }
}

/** For every client of the bucket. */
export function clientConfig(options: S3Options): S3ClientConfig {
  const idleMs = idleLimit(options);
  return {
    endpoint: options.endpoint,
    region: options.region,
    ...(options.credentials ? { credentials: options.credentials } : {}),
    forcePathStyle: true,
    // Other stores than Amazon's do not support checksums after the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryStrategy: new Retries(options),
    requestHandler: new NodeHttpHandler({
      connectionTimeout: idleMs,
      socketTimeout: idleMs,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    }),
  };
}

export const openClient = (options: S3Options): S3Client => new S3Client(clientConfig(options));

const shapeOf = (error: unknown) =>
  (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number }; $fault?: string };

export const isMissing = (error: unknown): boolean =>
  ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(shapeOf(error).name ?? '');

/** True if a retry may succeed: the store is overloaded, restarting or unreachable. */
export function isTransient(error: unknown): boolean {
  const { name, $metadata, $fault } = shapeOf(error);
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    status >= 500 ||
    [408, 429].includes(status) ||
    $fault === 'server' ||
    ['TimeoutError', 'RequestTimeout'].includes(name ?? '') ||
    isUnavailable(error)
  );
}

/** The error that callers get when the store keeps failing. */
export const asUnavailable = (error: unknown): unknown =>
  isTransient(error)
    ? new ProductError('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
    : error;

/** Waits for the store; rejects with `unavailable` if it keeps failing. */
export const answered = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw asUnavailable(error);
  });
