import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@vesalius/contract/errors';
import type { UPLOAD_PURPOSES, UPLOAD_TYPES } from '@vesalius/contract/uploads';
import { UPLOAD_MAX_BYTES } from '@vesalius/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import type { Secret } from '../config/config.ts';
import { type BodySlot, BodySlots } from './body-slots.ts';
import type { Deps } from './deps.ts';
import { MINUTE_MS } from './durations.ts';
import { demand, ProductError } from './errors.ts';
import type { Storage } from './files/storage.ts';
import { readJpegWork } from './jpeg-work.ts';
import { siteOf } from './networks.ts';
import type { PictureOutput } from './pictures/picture-protocol.ts';
import { PictureRefused, type Pictures } from './pictures/pictures.ts';
import { scheduleUnusedCheck } from './unused-uploads.ts';
import { claimUpload, isUploadClaimed, releaseUpload } from './upload-queries.ts';
import { WorkQueue } from './work-queue.ts';

/*
 * Images that users upload. The server issues a signed upload URL for one file of a stated type and size. The bytes are
 * checked by their content, decoded and encoded again, so that nothing of the original file is kept: no location, no
 * script after the pixels. The result is stored in the file store, a folder or a bucket.
 */
type Purpose = (typeof UPLOAD_PURPOSES)[number];
type ContentType = (typeof UPLOAD_TYPES)[number];

interface UploadTicket {
  readonly purpose: Purpose;
  readonly contentType: ContentType;
  readonly size: number;
  /** Begins with the time of issue, in milliseconds. */
  readonly name: string;
  readonly expires: number;
}

type UploadRequest = FastifyRequest<{ Params: { token: string } }>;

const UPLOAD_TICKET_LIFETIME_MS = 15 * MINUTE_MS;
/**
 * A file of 5 MB can take a gigabyte when it is decoded. JPEGs of one scan, as cameras make them (50 million pixels), are
 * scaled while they are read and cost little; an interlaced PNG is held in memory as a whole, three or four bytes per pixel.
 */
const MAX_PIXELS: Readonly<Record<Purpose, Record<ContentType, number>>> = {
  avatar: { 'image/jpeg': 50_000_000, 'image/png': 16_000_000 },
  topic_image: { 'image/jpeg': 50_000_000, 'image/png': 30_000_000 },
  listing_picture: { 'image/jpeg': 50_000_000, 'image/png': 30_000_000 },
};
/**
 * Of a JPEG with several scans all coefficients are held in memory, and each scan goes through all of them, before its
 * time is up. Such an image is limited by its markers.
 */
const MAX_PIXELS_IN_SCANS = 12_000_000;
const MAX_SCANS = 20;
const DECODE_TIME_LIMIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** Each takes the memory of one image: only one runs at a time. It waits for no other picture. */
const decoding = new WorkQueue({ concurrency: 1, maxWaiting: 12, retryAfterSeconds: RETRY_AFTER_SECONDS });
/**
 * Images that are received or wait, up to 120 MB in total, few of one network. At 20 kB/s the largest image takes longer
 * than a request may.
 */
const slots = new BodySlots({
  max: 24,
  maxPerKey: 4,
  minBytesPerSecond: 20_000,
  graceMs: 15_000,
  wantedGraceMs: 2_000,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
});
const FOLDER: Readonly<Record<Purpose, string>> = {
  avatar: 'avatars',
  topic_image: 'topics',
  listing_picture: 'listings',
};
const FAILURE: Readonly<Record<Purpose, ErrorCode>> = {
  avatar: 'upload_failed',
  topic_image: 'image_upload_failed',
  listing_picture: 'image_upload_failed',
};
const AVATAR_SIDE = 512;
const MAX_SIDE = 1600;

const sign = (secret: Secret, text: string) =>
  createHmac('sha256', secret.reveal()).update(`upload\n${text}`).digest('base64url');

/** The URL to which one image can be PUT. */
export function makeUploadUrl(
  secret: Secret,
  file: { purpose: Purpose; contentType: ContentType; size: number },
  now: Date,
): { url: string; expiresAt: Date } {
  const expires = now.getTime() + UPLOAD_TICKET_LIFETIME_MS;
  const ticket: UploadTicket = {
    ...file,
    name: `${now.getTime()}-${randomBytes(12).toString('hex')}`,
    expires,
  };
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return { url: `/uploads/${text}.${sign(secret, text)}`, expiresAt: new Date(expires) };
}

function readTicket(secret: Secret, token: string, now: Date): UploadTicket | null {
  const [text = '', given = ''] = token.split('.');
  const expected = Buffer.from(sign(secret, text));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as UploadTicket;
  return ticket.expires > now.getTime() ? ticket : null;
}

function isCheapToDecode(bytes: Buffer, { contentType }: UploadTicket): boolean {
  if (contentType !== 'image/jpeg') return true;
  const { pixels, scans } = readJpegWork(bytes);
  return scans <= MAX_SCANS && (scans <= 1 || pixels <= MAX_PIXELS_IN_SCANS);
}

/** Decodes and encodes the image again: an avatar as a square, any other image scaled down to the maximum size. */
async function reencode(
  pictures: Pictures,
  source: Buffer,
  { purpose, contentType }: UploadTicket,
): Promise<Buffer> {
  const resize: PictureOutput['resize'] =
    purpose === 'avatar'
      ? { width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover', position: 'attention' }
      : { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true };
  const request = {
    ...({ source, maxPixels: MAX_PIXELS[purpose][contentType], failOn: 'error' } as const),
    outputs: [{ resize, format: { type: 'webp', quality: 84 } as const }],
  };
  const { files } = await pictures.encode(request, {
    isImmediate: true,
    timeLimitMs: DECODE_TIME_LIMIT_MS,
  });
  return files[0]!.content;
}

const keyOf = ({ purpose, name }: UploadTicket) => `public/${FOLDER[purpose]}/${name}.webp`;

export function registerUploadRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, storage, pictures, config } = deps;
  const admitted = new WeakMap<
    FastifyRequest,
    { ticket: UploadTicket; slot: BodySlot; reply: FastifyReply }
  >();

  /** Runs before the body is read. Refuses a URL that is not ours or has expired, and a file that it was not issued for. */
  async function admit(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const ticket = readTicket(config.secretKey, request.params.token, clock.now());
    demand(ticket, 'not_found');
    const length = Number(request.headers['content-length']);
    demand(!(length > UPLOAD_MAX_BYTES), 'body_too_large');
    const sentType = request.headers['content-type']?.split(';')[0];
    demand(sentType === ticket.contentType, 'unsupported_media_type');
    demand(length === ticket.size, FAILURE[ticket.purpose]);
    decoding.assertNotFull(siteOf(request.ip));
    if (await isUploadClaimed(db, ticket.name)) return repeatAnswer(reply, ticket);
    const slot = slots.take(siteOf(request.ip));
    for (const event of ['finish', 'close'] as const) reply.raw.once(event, () => slot.release());
    admitted.set(request, { ticket, slot, reply });
    return undefined;
  }

  /** A repeated request gets the same answer once there is one. */
  async function repeatAnswer(reply: FastifyReply, ticket: UploadTicket): Promise<FastifyReply> {
    demand(await storage.find(keyOf(ticket)), FAILURE[ticket.purpose]);
    return sendLink(reply, ticket);
  }

  async function receive(request: FastifyRequest, body: Readable): Promise<Buffer> {
    const admission = admitted.get(request);
    demand(admission, 'unsupported_media_type');
    return admission.slot.receive(body).catch((error: unknown) => {
      // Do not wait for the rest of the body.
      admission.reply.header('connection', 'close');
      throw error;
    });
  }

  async function storePicture(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> {
    const ticket = admitted.get(request)?.ticket;
    demand(ticket, 'not_found');
    const { name } = ticket;
    // Only now: after an incomplete body the URL must still work.
    if (!(await claimUpload(db, { name, expiresAt: new Date(ticket.expires), now: clock.now() })))
      return repeatAnswer(reply, ticket);
    const failure = FAILURE[ticket.purpose];
    const bytes = request.body;
    demand(Buffer.isBuffer(bytes) && bytes.length === ticket.size, failure);
    const fileType = await fileTypeFromBuffer(bytes);
    demand(fileType?.mime === ticket.contentType, failure);
    demand(isCheapToDecode(bytes, ticket), failure);
    const key = keyOf(ticket);
    try {
      const image = await decoding
        .run(() => reencode(pictures, bytes, ticket), siteOf(request.ip))
        .catch((cause: unknown) => {
          throw cause instanceof PictureRefused ? new ProductError(failure, { cause }) : cause;
        });
      // Schedule the check before storing the file: then no crash in between leaves an unknown file.
      await scheduleUnusedCheck(db, [key], clock.now());
      await storage.put(key, image);
    } catch (error) {
      // With a full queue or an unreachable store, neither the URL nor the image is wrong: they may be sent again.
      if (!(error instanceof ProductError && error.code === failure)) await releaseUpload(db, name);
      throw error;
    }
    return sendLink(reply, ticket);
  }

  void app.register((scope, _options, ready) => {
    // In this scope only: everywhere else an image as a body is 415.
    scope.addContentTypeParser(/^image\//, { bodyLimit: UPLOAD_MAX_BYTES }, receive);
    scope.put('/uploads/:token', { bodyLimit: UPLOAD_MAX_BYTES, onRequest: admit }, storePicture);
    ready();
  });
}

const sendLink = (reply: FastifyReply, ticket: UploadTicket): FastifyReply =>
  reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({ link: `/files/${keyOf(ticket)}` });

/** The storage key behind a link that an upload returned; any other address is refused. */
export async function demandImage(storage: Storage, link: string, purpose: Purpose): Promise<string> {
  const match = /^\/files\/(public\/[a-z]+\/\d+-[0-9a-f]+\.webp)$/.exec(link);
  const key = match?.[1];
  const isOurs = key?.startsWith(`public/${FOLDER[purpose]}/`) && (await storage.find(key)) !== null;
  demand(key && isOurs, FAILURE[purpose]);
  return key;
}
