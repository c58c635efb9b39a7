import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '@vesalius/contract/errors';
import type { UPLOAD_PURPOSES, UPLOAD_TYPES } from '@vesalius/contract/uploads';
import { UPLOAD_MAX_BYTES } from '@vesalius/contract/uploads';
import type { FastifyInstance } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import type { Secret } from './config.ts';
import type { Deps } from './deps.ts';
import { demand, ProductError } from './errors.ts';
import type { Storage } from './files/storage.ts';
import { sharp } from './pictures.ts';
import { lookLater } from './unused-uploads.ts';

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

const PLACE_LIFE_MS = 15 * 60_000;
/** A picture of 5 MB can be a gigabyte when unpacked; cameras make up to about 50 million pixels. */
const MOST_PIXELS = 60_000_000;
const FOLDER: Readonly<Record<Purpose, string>> = { avatar: 'avatars', topic_image: 'topics' };
const FAILURE: Readonly<Record<Purpose, ErrorCode>> = {
  avatar: 'upload_failed',
  topic_image: 'image_upload_failed',
};
const AVATAR_SIDE = 512;
const TOPIC_IMAGE_SIDE = 1600;

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

/** Decoded and encoded anew: an avatar square, a picture in a topic no wider than a page. */
async function reencode(bytes: Buffer, purpose: Purpose): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }).rotate();
  const sized =
    purpose === 'avatar'
      ? image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      : image.resize(TOPIC_IMAGE_SIDE, TOPIC_IMAGE_SIDE, { fit: 'inside', withoutEnlargement: true });
  return sized.webp({ quality: 84 }).toBuffer();
}

export function registerUploadRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _options, ready) => {
    // Only here: everywhere else a picture as a body is 415.
    scope.addContentTypeParser(
      /^image\//,
      { parseAs: 'buffer', bodyLimit: UPLOAD_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.put<{ Params: { token: string } }>(
      '/uploads/:token',
      { bodyLimit: UPLOAD_MAX_BYTES },
      async (request, reply) => {
        const place = readPlace(deps.config.secretKey, request.params.token, deps.clock.now());
        demand(place, 'not_found');
        const failure = FAILURE[place.purpose];
        const bytes = request.body;
        const sentType = request.headers['content-type']?.split(';')[0];
        demand(Buffer.isBuffer(bytes) && sentType === place.contentType, 'unsupported_media_type');
        demand(bytes.length === place.size, failure);
        const found = await fileTypeFromBuffer(bytes);
        demand(found?.mime === place.contentType, failure);

        const key = `public/${FOLDER[place.purpose]}/${place.name}.webp`;
        // A place takes one picture; the same request again gets the same answer.
        if (!(await deps.storage.find(key))) {
          const image = await reencode(bytes, place.purpose).catch((cause: unknown) => {
            throw new ProductError(failure, { cause });
          });
          // First the look in a day, then the file: whatever happens in between, none is forgotten.
          await lookLater(deps.db, [key], deps.clock.now());
          await deps.storage.put(key, image);
        }
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ link: `/files/${key}` });
      },
    );
    ready();
  });
}

/** The storage key behind a link that an upload answered with; anybody else's address is refused. */
export async function demandImage(storage: Storage, link: string, purpose: Purpose): Promise<string> {
  const match = /^\/files\/(public\/[a-z]+\/\d+-[0-9a-f]+\.webp)$/.exec(link);
  const key = match?.[1];
  const isOurs = key?.startsWith(`public/${FOLDER[purpose]}/`) && (await storage.find(key)) !== null;
  demand(key && isOurs, FAILURE[purpose]);
  return key;
}
