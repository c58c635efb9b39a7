import type { ResumableUploadsEndpoints } from '@vesalius/contract/resumable-uploads';
import { resumableUploadsCalls } from '@vesalius/contract/resumable-uploads-calls';
import type { DetailedError, HttpStack, Upload } from 'tus-js-client';
import { CallError, clientFor } from './api-client.ts';
import { identityOf, pathOf, portalOf } from './call-address.ts';
import { fingerprintOf, forgetKeptUpload, keptUploadStorage } from './kept-uploads.ts';
import { getSession, getTabUserId, isUserUnchanged } from './session.ts';
import { speedMeter, type UploadResult, type UploadView } from './upload-view.ts';

const client = clientFor<ResumableUploadsEndpoints>(resumableUploadsCalls);

/** The size of a request: small enough for a slow connection to send in time; each one is stored. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
const FIRST_LOOK_MS = 500;
const MAX_LOOK_MS = 5000;
/** Temporary errors, as are missing answers and statuses from 500. */
const TEMPORARY_STATUSES = new Set([408, 409, 423, 429]);
/** Limits of the account: waiting does not help. */
const FINAL_CODES = new Set(['too_many_uploads', 'upload_day_limit']);

type Change = Partial<Omit<UploadView, 'id'>>;

/**
 * The upload of one file by the user of this tab. After a lost connection it continues automatically, with growing delays, and
 * immediately when the network is back.
 */
export class ResumableUpload {
  readonly #file: File;
  readonly #onChange: (change: Change) => void;
  readonly #httpStack: HttpStack | undefined;
  readonly #fingerprint: string;
  readonly #userId = getTabUserId();
  #upload: Upload | null = null;
  /** Of the current run; a pause or the end aborts it. */
  #run: AbortController | null = null;

  constructor(file: File, onChange: (change: Change) => void, httpStack?: HttpStack) {
    this.#file = file;
    this.#fingerprint = fingerprintOf(file);
    this.#onChange = onChange;
    this.#httpStack = httpStack;
  }

  /** Resolves when the upload is done, refused or paused. */
  async run(): Promise<void> {
    if (this.#run) return;
    const run = new AbortController();
    this.#run = run;
    try {
      // Two tabs with the same file would interrupt each other.
      await withLock(`upload/${this.#fingerprint}`, run.signal, () => this.#sendAndCheck(run.signal));
    } finally {
      if (this.#run === run) this.#run = null;
    }
  }

  pause(): void {
    this.#stop();
    this.#onChange({ state: 'paused', bytesPerSecond: null });
  }

  /** Sends nothing more. */
  stop(): void {
    this.#stop();
  }

  async cancel(): Promise<void> {
    this.#stop();
    forgetKeptUpload(this.#fingerprint);
    const url = this.#upload?.url;
    if (url) await cancelUpload(url, this.#httpStack);
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = null;
    void this.#upload?.abort();
  }

  async #sendAndCheck(signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; ) {
      let hasMoved = false;
      const error = await this.#send(signal, () => {
        hasMoved = true;
      });
      if (signal.aborted) return;
      if (!error) return this.#check(signal);
      if (!isPassing(error)) {
        const isOver = error.code === 'session_ended' || error.code === 'wrong_person';
        return this.#onChange({ state: isOver ? 'paused' : 'refused', error, bytesPerSecond: null });
      }
      if (hasMoved) attempt = 1;
      const isOffline = error.status === 0;
      this.#onChange({ state: isOffline ? 'offline' : 'waiting', bytesPerSecond: null, error });
      await pauseBefore(attempt, signal, error.retryAfter);
      attempt += 1;
    }
  }

  /** Resolves when all is sent (null) or something fails. */
  async #send(signal: AbortSignal, onMove: () => void): Promise<CallError | null> {
    const tus = await import('tus-js-client');
    if (signal.aborted) return null;
    return new Promise((resolve) => {
      const measure = speedMeter();
      signal.addEventListener('abort', () => resolve(null));
      const upload = new tus.Upload(this.#file, {
        endpoint: pathOf(resumableUploadsCalls.listResumableUploads, portalOf(getSession())),
        metadata: { filename: this.#file.name },
        chunkSize: CHUNK_BYTES,
        // Retries are handled here.
        retryDelays: null,
        storeFingerprintForResuming: true,
        removeFingerprintOnSuccess: true,
        fingerprint: async () => this.#fingerprint,
        urlStorage: keptUploadStorage,
        ...(this.#httpStack ? { httpStack: this.#httpStack } : {}),
        onBeforeRequest: (request) => signIn(request, this.#userId),
        onProgress: (sentBytes) => {
          this.#onChange({ state: 'uploading', error: null, sentBytes, bytesPerSecond: measure(sentBytes) });
        },
        onChunkComplete: onMove,
        onSuccess: () => resolve(null),
        onError: (error) => resolve(asCallError(error)),
      });
      this.#upload = upload;
      this.#onChange({ state: 'uploading', error: null });
      void upload
        .findPreviousUploads()
        .then(([previous]) => previous && upload.resumeFromPreviousUpload(previous))
        .then(() => !signal.aborted && upload.start());
    });
  }

  /** All bytes are sent: waits for the result of the server's check. */
  async #check(signal: AbortSignal): Promise<void> {
    const uploadId = this.#upload?.url?.split('/').at(-1) ?? '';
    this.#onChange({ state: 'checking', sentBytes: this.#file.size, bytesPerSecond: null, error: null });
    for (let delay = FIRST_LOOK_MS; !signal.aborted; delay = Math.min(delay * 1.5, MAX_LOOK_MS)) {
      try {
        const upload = await client.getResumableUpload({ params: { upload_id: uploadId }, signal });
        if (upload.state === 'finished') {
          const result: UploadResult = {
            uploadId,
            hash: upload.hash ?? '',
            mediaType: upload.media_type ?? '',
          };
          return this.#onChange({ state: 'done', result });
        }
        if (upload.state !== 'checking') {
          const error = new CallError(422, upload.refusal ?? { code: 'upload_gone' });
          return this.#onChange({ state: 'refused', error });
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof CallError) || !isPassing(error))
          return this.#onChange({ state: 'refused', error: error as Error });
      }
      await wait(delay, signal);
    }
  }
}

/** Also for an upload from before this page was loaded. Without a network it expires on the server after a week. */
export async function cancelUpload(url: string, httpStack?: HttpStack): Promise<void> {
  const tus = await import('tus-js-client');
  const userId = getTabUserId();
  const options = { onBeforeRequest: (request: Request) => signIn(request, userId), retryDelays: null };
  await tus.Upload.terminate(url, { ...options, ...(httpStack ? { httpStack } : {}) }).catch(() => {});
}

type Request = Parameters<NonNullable<Upload['options']['onBeforeRequest']>>[0];

/** Checks for each request who is signed in: the file belongs to the user who began to send it. */
function signIn(request: Request, userId: string | null): void {
  const session = isUserUnchanged() ? getSession() : null;
  if (!session || session.userId !== userId) throw new CallError(0, { code: 'wrong_person' });
  for (const [name, value] of Object.entries(identityOf(session, userId))) request.setHeader(name, value);
}

const isPassing = ({ status, code }: CallError): boolean =>
  code === 'network' || status >= 500 || (TEMPORARY_STATUSES.has(status) && !FINAL_CODES.has(code));

function asCallError(error: Error | DetailedError): CallError {
  if (error instanceof CallError) return error;
  const { causingError, originalResponse: response } = error as DetailedError;
  if (causingError instanceof CallError) return causingError;
  if (!response || response.getStatus() === 0)
    return new CallError(0, {
      code: 'network',
      message: 'No connection. The upload goes on when it is back.',
    });
  const retryAfter = Number(response.getHeader('retry-after') ?? 0) || null;
  try {
    return new CallError(response.getStatus(), JSON.parse(response.getBody()), retryAfter);
  } catch {
    return new CallError(response.getStatus(), {}, retryAfter);
  }
}

/** Exponential backoff with jitter; an `online` event ends it. Also in a hidden tab. */
function pauseBefore(attempt: number, signal: AbortSignal, retryAfter: number | null): Promise<void> {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.75 + Math.random() / 2);
  return wait(Math.max(delay, (retryAfter ?? 0) * 1000), signal, 'online');
}

function wait(delay: number, signal: AbortSignal, until?: string): Promise<void> {
  return new Promise((resolve) => {
    const finished = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      finished.abort();
      resolve();
    };
    const timer = setTimeout(finish, delay);
    if (until) window.addEventListener(until, finish, { signal: finished.signal });
    signal.addEventListener('abort', finish, { signal: finished.signal });
    if (signal.aborted) finish();
  });
}

/** Insecure origins have no locks. */
async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
