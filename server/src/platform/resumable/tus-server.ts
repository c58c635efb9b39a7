import { ERRORS, Server } from '@tus/server';
import type { ErrorCode } from '@vesalius/contract/errors';
import { ProductError } from '../errors.ts';
import { asProductError } from '../http.ts';
import { isUuid, newId } from '../ids.ts';
import { createUpload, type UploadLimits } from './create-upload.ts';
import { cleanFileName } from './file-name.ts';
import { idOf, keyOf, type Leases } from './leases.ts';
import type { Receiver, ReceiverDeps } from './receiver.ts';

/** Between asking a request to end and ending it (milliseconds). */
const DRAIN_MS = 300;

/** What the protocol is asked, by whom. Other headers than these never reach it. */
const SENT = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-concat',
  'upload-defer-length',
  'content-type',
  'content-length',
];
/** And what it answers: no word of it opens an address to other origins. */
const ANSWERED = /^(?:tus-|upload-|location$)/;

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_offset',
  410: 'upload_gone',
  412: 'upload_protocol',
  413: 'file_too_large',
};

export interface TusRequest {
  readonly method: string;
  /** With the path at which it is asked: below it stands what is created. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: ReadableStream | undefined;
  readonly userId: string;
}
export interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The protocol's server, asked with the product's own requests: it knows nothing of sessions, and throws the product's errors. */
export function openTusServer(
  deps: ReceiverDeps,
  { receiver, leases, limits }: { receiver: Receiver; leases: Leases; limits: UploadLimits },
): (request: TusRequest) => Promise<TusAnswer> {
  const userOf = new WeakMap<object, string>();
  const failureOf = new WeakMap<object, unknown>();
  const server = new Server({
    path: '/',
    datastore: receiver,
    locker: leases,
    maxSize: limits.maxFileBytes,
    lockDrainTimeout: DRAIN_MS,
    namingFunction: () => keyOf(newId()),
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${idOf(id)}`,
    getFileIdFromRequest: (_request, last) => (last && isUuid(last) ? keyOf(last) : undefined),
    async onUploadCreate(request, upload) {
      const userId = userOf.get(request);
      if (!userId) throw new ProductError('not_signed_in');
      const name = cleanFileName(upload.metadata?.filename ?? '');
      await createUpload(deps, limits, { id: idOf(upload.id), userId, name, bytes: upload.size ?? 0 });
      return { metadata: { filename: name } };
    },
    onResponseError(request, error) {
      failureOf.set(request, error);
      return undefined;
    },
  });

  return async ({ method, path, headers, body, userId }) => {
    const request = new Request(new URL(path, 'http://here'), {
      method,
      headers: SENT.flatMap((name) =>
        headers[name] === undefined ? [] : [[name, String(headers[name])]],
      ) as [string, string][],
      ...(body ? { body, duplex: 'half' as const } : {}),
    });
    userOf.set(request, userId);
    const response = await server.handleWeb(request);
    const failure = failureOf.get(request);
    if (failure) throw toldOf(failure);
    if (response.status >= 400) throw new ProductError(CODE_OF_STATUS[response.status] ?? 'malformed');
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => ANSWERED.test(name))),
    };
  };
}

/** The library throws plain objects with a status. */
function toldOf(failure: unknown): unknown {
  const status = (failure as { status_code?: number }).status_code;
  if (status === undefined) return asProductError(failure);
  // A later request of the owner took its place.
  if (failure === ERRORS.ABORTED) return new ProductError('upload_busy', { retryAfterSeconds: 1 });
  // An extension of the protocol that is not offered here: the sender's request, no fault of the server.
  if (status === 501) return new ProductError('malformed');
  const code = CODE_OF_STATUS[status] ?? (status < 500 ? 'malformed' : 'internal');
  return new ProductError(code, { cause: failure });
}
