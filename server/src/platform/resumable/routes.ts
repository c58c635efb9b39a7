import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BodySlot, BodySlots } from '../body-slots.ts';
import type { Deps } from '../deps.ts';
import { demand, ProductError } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { UploadLimits } from './create-upload.ts';
import { keyOf, Leases } from './leases.ts';
import { openReceiver } from './open-receiver.ts';
import { EXTENSIONS, UPLOAD_LIFE_MS } from './receiver.ts';
import { openTusServer } from './tus-server.ts';
import { findOwnUpload } from './upload-queries.ts';

/** A path for uploads, and who may use it: `identify` throws the error that the caller gets. */
export interface UploadAddress {
  readonly path: string;
  readonly identify: (request: FastifyRequest) => Promise<{ readonly userId: string }>;
}

type UploadRequest = FastifyRequest<{ Params: { upload_id?: string } }>;

const BODY_TYPE = 'application/offset+octet-stream';
const LEASE_RETRY_SECONDS = 3;
/**
 * Limits of the bodies that are being received in this process. At 20 kB/s one request of the browser takes longer than a
 * request may; the bytes that arrived are kept.
 */
const SLOTS = {
  max: 48,
  maxPerKey: 6,
  minBytesPerSecond: 20_000,
  graceMs: 30_000,
  wantedGraceMs: 5_000,
  retryAfterSeconds: 5,
};

/** Serves the tus protocol (creation, expiration, termination) at each of the addresses. */
export async function registerResumableUploads(
  app: FastifyInstance,
  deps: Deps,
  { addresses, limits }: { addresses: readonly UploadAddress[]; limits: UploadLimits },
): Promise<void> {
  const { db, clock } = deps;
  const leases = new Leases(db);
  const askTusServer = openTusServer(deps, { receiver: await openReceiver(deps), leases, limits });
  const slots = new BodySlots(SLOTS);
  const admitted = new WeakMap<FastifyRequest, { userId: string; slot: BodySlot | null }>();

  /** Runs before the body is read: refuses unknown callers, strangers, and callers that send too much at once. */
  const admitAt =
    ({ identify }: UploadAddress) =>
    async (request: UploadRequest, reply: FastifyReply): Promise<void> => {
      const { userId } = await identify(request);
      const { upload_id: id } = request.params;
      if (id !== undefined) demand(isUuid(id) && (await findOwnUpload(db, id, userId)), 'not_found');
      const hasBody = request.headers['content-type'] === BODY_TYPE;
      demand(hasBody ? request.method === 'PATCH' : request.method !== 'PATCH', 'unsupported_media_type');
      const slot = hasBody ? slots.take(userId) : null;
      for (const event of ['finish', 'close'] as const) reply.raw.once(event, () => slot?.release());
      admitted.set(request, { userId, slot });
    };

  async function answer(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> {
    const admission = admitted.get(request);
    demand(admission, 'not_signed_in');
    const { slot, userId } = admission;
    const path = request.url.split('?')[0] as string;
    const key = keyOf(request.params.upload_id ?? '');
    const assertHeld = () => {
      if (!leases.holds(key))
        throw new ProductError('upload_busy', { retryAfterSeconds: LEASE_RETRY_SECONDS });
    };
    const { status, headers } = await askTusServer({
      method: request.method,
      path,
      headers: request.headers,
      userId,
      ...(slot ? { body: onDemand(() => slot.pass(request.raw), assertHeld) } : {}),
    });
    if (slot?.cut) throw slot.cut;
    if (request.method === 'POST' || request.method === 'PATCH')
      reply.header('upload-expires', new Date(clock.now().getTime() + UPLOAD_LIFE_MS).toUTCString());
    return reply.code(status).headers(headers).header('cache-control', 'no-store').send();
  }

  const describe = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(204)
      .headers({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': EXTENSIONS.join(','),
        'tus-max-size': limits.maxFileBytes,
      })
      .send();

  await app.register((scope, _options, ready) => {
    // Passed on as a stream: the tus server reads it.
    scope.addContentTypeParser(BODY_TYPE, (_request, payload, done) => done(null, payload));
    for (const address of addresses) {
      const onRequest = admitAt(address);
      scope.options(address.path, describe);
      scope.options(`${address.path}/:upload_id`, describe);
      scope.post(address.path, { onRequest }, answer);
      for (const method of ['HEAD', 'PATCH', 'DELETE'] as const)
        scope.route({ method, url: `${address.path}/:upload_id`, onRequest, handler: answer });
    }
    ready();
  });
}

/** Opens the body at the first read, when the lease is held, and checks the lease before each part. */
function onDemand(open: () => Readable, assertHeld: () => void): ReadableStream<Uint8Array> {
  let parts: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        assertHeld();
        parts ??= open()[Symbol.asyncIterator]();
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
