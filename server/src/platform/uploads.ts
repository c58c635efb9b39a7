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
import { demand, ProductError } from './errors.ts';
import type { Storage } from './files/storage.ts';
import { readJpegWork } from './jpeg-work.ts';
import { siteOf } from './networks.ts';
import { sharp } from './pictures.ts';
import { lookLater } from './unused-uploads.ts';
import { claimUpload, isUploadClaimed, releaseUpload } from './upload-queries.ts';
import { WorkQueue } from './work-queue.ts';

/*
 * Pictures that people send. The server hands out a signed place for one file of a stated type and size; what
 * arrives there is checked by its content, decoded, and encoded anew, so that nothing of the file itself is kept:
 * no location, no script behind the pixels. It then lies in the storage, a folder or a bucket.
 */
type Purpose = (typeof UPLOAD_PURPOSES)[number];
type ContentType = (typeof UPLOAD_TYPES)[number];

interface Place {
  readonly purpose: Purpose;
  readonly contentType: ContentType;
  readonly size: number;
  /** Begins with the time, in milliseconds. */
  readonly name: string;
  readonly expires: number;
}

type UploadRequest = FastifyRequest<{ Params: { token: string } }>;

const PLACE_LIFE_MS = 15 * 60_000;
/**
 * A picture of 5 MB can be a gigabyte when unpacked. JPEGs of one scan, as cameras make them (50 million pixels), shrink
 * while they are read and cost little; a PNG is held whole when it is interlaced, three or four bytes a pixel.
 */
const MAX_PIXELS: Readonly<Record<Purpose, Record<ContentType, number>>> = {
  avatar: { 'image/jpeg': 50_000_000, 'image/png': 16_000_000 },
  topic_image: { 'image/jpeg': 50_000_000, 'image/png': 30_000_000 },
  listing_picture: { 'image/jpeg': 50_000_000, 'image/png': 30_000_000 },
};
/**
 * Of a JPEG with several scans all coefficients are held, and each scan goes through all of them, before sharp looks at
 * its timeout: such a picture is limited by what its markers say.
 */
const MAX_PIXELS_IN_SCANS = 12_000_000;
const MAX_SCANS = 20;
const DECODE_TIMEOUT_SECONDS = 10;
const RETRY_AFTER_SECONDS = 5;
/** One at a time takes one of libuv's threads and the memory of one picture. */
const decoding = new WorkQueue({ concurrency: 1, maxWaiting: 12, retryAfterSeconds: RETRY_AFTER_SECONDS });
/**
 * Pictures that are being sent or wait, up to 120 MB, few of one network. At 20 kB a second the largest picture takes
 * longer than a request may.
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

/** The address to PUT one picture to. */
export function makeUploadPlace(
  secret: Secret,
  file: { purpose: Purpose; contentType: ContentType; size: number },
  now: Date,
): { url: string; expiresAt: Date } {
  const expires = now.getTime() + PLACE_LIFE_MS;
  const place: Place = { ...file, name: `${now.getTime()}-${randomBytes(12).toString('hex')}`, expires };
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  return { url: `/uploads/${text}.${sign(secret, text)}`, expiresAt: new Date(expires) };
}

function readPlace(secret: Secret, token: string, now: Date): Place | null {
  const [text = '', given = ''] = token.split('.');
  const expected = Buffer.from(sign(secret, text));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  const place = JSON.parse(Buffer.from(text, 'base64url').toString()) as Place;
  return place.expires > now.getTime() ? place : null;
}

function isCheapToDecode(bytes: Buffer, { contentType }: Place): boolean {
  if (contentType !== 'image/jpeg') return true;
  const { pixels, scans } = readJpegWork(bytes);
  return scans <= MAX_SCANS && (scans <= 1 || pixels <= MAX_PIXELS_IN_SCANS);
}

/** Decoded and encoded anew: an avatar square, any other picture no wider than a page. */
async function reencode(bytes: Buffer, { purpose, contentType }: Place): Promise<Buffer> {
  const image = sharp(bytes, {
    limitInputPixels: MAX_PIXELS[purpose][contentType],
    failOn: 'error',
    pages: 1,
  })
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .rotate();
  const sized =
    purpose === 'avatar'
      ? image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      : image.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true });
  return sized.webp({ quality: 84 }).toBuffer();
}

const keyOf = ({ purpose, name }: Place) => `public/${FOLDER[purpose]}/${name}.webp`;

export function registerUploadRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, storage, config } = deps;
  const admitted = new WeakMap<FastifyRequest, { place: Place; slot: BodySlot; reply: FastifyReply }>();

  /** Before a byte of the body is read: an address that is not ours, not good any more, or not for these bytes. */
  async function admit(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const place = readPlace(config.secretKey, request.params.token, clock.now());
    demand(place, 'not_found');
    const length = Number(request.headers['content-length']);
    demand(!(length > UPLOAD_MAX_BYTES), 'body_too_large');
    const sentType = request.headers['content-type']?.split(';')[0];
    demand(sentType === place.contentType, 'unsupported_media_type');
    demand(length === place.size, FAILURE[place.purpose]);
    decoding.assertNotFull(siteOf(request.ip));
    if (await isUploadClaimed(db, place.name)) return repeatAnswer(reply, place);
    const slot = slots.take(siteOf(request.ip));
    for (const event of ['finish', 'close'] as const) reply.raw.once(event, () => slot.release());
    admitted.set(request, { place, slot, reply });
    return undefined;
  }

  /** The same request again gets the same answer, once there is one. */
  async function repeatAnswer(reply: FastifyReply, place: Place): Promise<FastifyReply> {
    demand(await storage.find(keyOf(place)), FAILURE[place.purpose]);
    return sendLink(reply, place);
  }

  async function receive(request: FastifyRequest, body: Readable): Promise<Buffer> {
    const admission = admitted.get(request);
    demand(admission, 'unsupported_media_type');
    return admission.slot.receive(body).catch((error: unknown) => {
      // What is left of the body is not waited for.
      admission.reply.header('connection', 'close');
      throw error;
    });
  }

  async function storePicture(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = admitted.get(request)?.place;
    demand(place, 'not_found');
    const { name } = place;
    // Only now: an address whose body broke off is good for another try.
    if (!(await claimUpload(db, { name, expiresAt: new Date(place.expires), now: clock.now() })))
      return repeatAnswer(reply, place);
    const failure = FAILURE[place.purpose];
    const bytes = request.body;
    demand(Buffer.isBuffer(bytes) && bytes.length === place.size, failure);
    const found = await fileTypeFromBuffer(bytes);
    demand(found?.mime === place.contentType, failure);
    demand(isCheapToDecode(bytes, place), failure);
    const key = keyOf(place);
    try {
      const image = await decoding
        .run(() => reencode(bytes, place), siteOf(request.ip))
        .catch((cause: unknown) => {
          throw cause instanceof ProductError ? cause : new ProductError(failure, { cause });
        });
      // First the look in a day, then the file: whatever happens in between, none is forgotten.
      await lookLater(db, [key], clock.now());
      await storage.put(key, image);
    } catch (error) {
      // Neither the address nor the picture is at fault where there was no room, or no store: they may come again.
      if (!(error instanceof ProductError && error.code === failure)) await releaseUpload(db, name);
      throw error;
    }
    return sendLink(reply, place);
  }

  void app.register((scope, _options, ready) => {
    // Only here: everywhere else a picture as a body is 415.
    scope.addContentTypeParser(/^image\//, { bodyLimit: UPLOAD_MAX_BYTES }, receive);
    scope.put('/uploads/:token', { bodyLimit: UPLOAD_MAX_BYTES, onRequest: admit }, storePicture);
    ready();
  });
}

const sendLink = (reply: FastifyReply, place: Place): FastifyReply =>
  reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({ link: `/files/${keyOf(place)}` });

/** The storage key behind a link that an upload answered with; anybody else's address is refused. */
export async function demandImage(storage: Storage, link: string, purpose: Purpose): Promise<string> {
  const match = /^\/files\/(public\/[a-z]+\/\d+-[0-9a-f]+\.webp)$/.exec(link);
  const key = match?.[1];
  const isOurs = key?.startsWith(`public/${FOLDER[purpose]}/`) && (await storage.find(key)) !== null;
  demand(key && isOurs, FAILURE[purpose]);
  return key;
}
