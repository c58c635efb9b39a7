import { ERRORS, Server, TUS_RESUMABLE } from '@tus/server';
import type { ErrorCode } from '@vesalius/contract/errors';
import { ProductError } from '../errors.ts';
import { asProductError } from '../http.ts';
import { isUuid, newId } from '../ids.ts';
import { createUpload, type UploadLimits } from './create-upload.ts';
import { cleanFileName } from './file-name.ts';
import { idOf, keyOf, type Leases } from './leases.ts';
import { asStorageFull, type Receiver, type ReceiverDeps } from './receiver.ts';

/** The time between asking a request to end and ending it. */
const DRAIN_TIMEOUT_MS = 300;

/** The request headers that reach the tus server. */
const REQUEST_HEADERS = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-concat',
  'upload-defer-length',
  'content-type',
  'content-length',
];
/** The response headers that leave it: none that grants access to other origins. */
const RESPONSE_HEADER = /^(?:tus-|upload-|location$)/;

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_offset',
  410: 'upload_gone',
  412: 'upload_protocol',
  413: 'file_too_large',
};

export interface TusRequest {
  readonly method: string;
  /** The path of the request; created uploads are below it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: ReadableStream | undefined;
  readonly userId: string;
}
export interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The tus server, behind the product's own requests: it knows nothing of sessions, and throws the product's errors. */
export function openTusServer(
  deps: ReceiverDeps,
  { receiver, leases, limits }: { receiver: Receiver; leases: Leases; limits: UploadLimits },
): (request: TusRequest) => Promise<TusAnswer> {
  const userOf = new WeakMap<object, string>();
  const failureOf = new WeakMap<object, unknown>();
  const keyOfNew = new WeakMap<object, string>();
  const server = new Server({
    path: '/',
    datastore: receiver,
    locker: leases,
    maxSize: limits.maxFileBytes,
    lockDrainTimeout: DRAIN_TIMEOUT_MS,
    namingFunction: () => keyOf(newId()),
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${idOf(id)}`,
    getFileIdFromRequest: (_request, last) => (last && isUuid(last) ? keyOf(last) : undefined),
    async onUploadCreate(request, upload) {
      const userId = userOf.get(request);
      if (!userId) throw new ProductError('not_signed_in');
      const name = cleanFileName(upload.metadata?.filename ?? '');
      await createUpload(deps, limits, { id: idOf(upload.id), userId, name, bytes: upload.size ?? 0 });
      keyOfNew.set(request, upload.id);
      return { metadata: { filename: name } };
    },
    onResponseError(request, error) {
      const last = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const key = keyOfNew.get(request) ?? (isUuid(last) ? keyOf(last) : null);
      failureOf.set(request, (key && receiver.takeFullDisk?.(key)) || error);
      return undefined;
    },
  });

  return async ({ method, path, headers, body, userId }) => {
    // The library takes another version for a malformed header.
    if (headers['tus-resumable'] !== TUS_RESUMABLE) throw new ProductError('upload_protocol');
    const request = new Request(new URL(path, 'http://here'), {
      method,
      headers: REQUEST_HEADERS.flatMap((name) =>
        headers[name] === undefined ? [] : [[name, String(headers[name])]],
      ) as [string, string][],
      ...(body ? { body, duplex: 'half' as const } : {}),
    });
    userOf.set(request, userId);
    const response = await server.handleWeb(request);
    const failure = failureOf.get(request);
    if (failure) throw asProductFailure(failure);
    if (response.status >= 400) throw new ProductError(CODE_OF_STATUS[response.status] ?? 'malformed');
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => RESPONSE_HEADER.test(name))),
    };
  };
}

/** The library throws plain objects with a status. */
function asProductFailure(failure: unknown): unknown {
  const full = asStorageFull(failure);
  if (full) return full;
  const status = (failure as { status_code?: number }).status_code;
  if (status === undefined) return asProductError(failure);
  // A later request of the owner replaced this one.
  if (failure === ERRORS.ABORTED) return new ProductError('upload_busy', { retryAfterSeconds: 1 });
  // An extension of the protocol that is not offered here: the sender's request, no fault of the server.
  if (status === 501) return new ProductError('malformed');
  const code = CODE_OF_STATUS[status] ?? (status < 500 ? 'malformed' : 'internal');
  return new ProductError(code, { cause: failure });
}
