import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { COVER_WIDTHS, coverKey } from '@vesalius/contract/covers';
import {
  type EncodedFile,
  type EncodedPicture,
  MAX_PUBLISHED_PIXELS,
  type PictureOutput,
} from '../../../platform/pictures/picture-protocol.ts';
import { PictureRefused } from '../../../platform/pictures/pictures.ts';
import type { Rendition } from './asset-queries.ts';
import { type RenditionDeps, rendition } from './make-rendition.ts';

/* Every picture is encoded again: the result holds pixels only, without code, location or camera metadata. */

/** Increment it when the encoding changes: the names then differ from those of the old files. */
const ENCODING = 'v1';
/** Effort 2: files within 2 percent of effort 4 in half of the time. */
const WEBP = { type: 'webp', quality: 82, effort: 2 } as const;
const THUMBNAIL_WIDTH = 480;
const PORTRAIT_SIZE = 480;
const WIDEST = { samples: 1200, packages: 960, programs: 960, poster: 1280, question: 1200, image: 2400 };

export interface PlacedPicture {
  readonly key: string;
  readonly width: number;
  readonly height: number;
}
export interface PlacedCover extends PlacedPicture {
  /** `#rrggbb` */
  readonly color: string;
}

/** A picture that passed its check and still cannot be encoded; the message completes "figure.png ...". */
export class UnreadablePicture extends Error {
  readonly assetHash: string;

  constructor(assetHash: string, cause: PictureRefused) {
    super(cause.message, { cause });
    this.assetHash = assetHash;
  }
}

const within = (width: number): PictureOutput => ({
  resize: { width, withoutEnlargement: true },
  format: WEBP,
});

async function encode(
  { pictures }: RenditionDeps,
  { assetHash, path }: { assetHash: string; path: string },
  outputs: readonly PictureOutput[],
  { wantsFacts = false } = {},
): Promise<EncodedPicture> {
  const request = { source: path, maxPixels: MAX_PUBLISHED_PIXELS, outputs, wantsFacts };
  return pictures.encode(request).catch((error: unknown) => {
    throw error instanceof PictureRefused ? new UnreadablePicture(assetHash, error) : error;
  });
}

async function fileOf(
  deps: RenditionDeps,
  { key, ...picture }: { assetHash: string; path: string; key: string },
  output: PictureOutput,
): Promise<[key: string, content: Buffer]> {
  const { files } = await encode(deps, picture, [output]);
  return [key, files[0]!.content];
}

/** Public names contain a hash of the content and of the encoding. */
async function hashFor(kind: string, path: string): Promise<string> {
  const content = await readFile(path);
  const digest = createHash('sha256').update(`${ENCODING} ${kind} `).update(content).digest('hex');
  return digest.slice(0, 32);
}

/**
 * The key of the widest file (contract/src/covers.ts derives the others), and the values that reserve its space on a
 * page.
 */
export async function coverOf(deps: RenditionDeps, assetHash: string): Promise<PlacedCover> {
  const { storageKey, facts } = await rendition(
    deps,
    { assetHash, purpose: 'cover', place: '' },
    async (path) => coverKey(await hashFor('cover', path), COVER_WIDTHS.at(-1)!),
    async (path) => {
      const hash = await hashFor('cover', path);
      const made = await encode(deps, { assetHash, path }, COVER_WIDTHS.map(within), { wantsFacts: true });
      const files = COVER_WIDTHS.map((width, index): [string, Buffer] => [
        coverKey(hash, width),
        made.files[index]!.content,
      ]);
      return { files, facts: { ...made.facts! } };
    },
  );
  return { key: storageKey, ...(facts as Omit<PlacedCover, 'key'>) };
}

export async function portraitOf(deps: RenditionDeps, assetHash: string): Promise<string> {
  const size = { width: PORTRAIT_SIZE, height: PORTRAIT_SIZE, withoutEnlargement: true };
  const { storageKey } = await rendition(
    deps,
    { assetHash, purpose: 'portrait', place: '' },
    async (path) => `public/people/${await hashFor('portrait', path)}.webp`,
    async (path, key) => {
      const resize = { ...size, fit: 'cover', position: 'attention' } as const;
      return { files: [await fileOf(deps, { assetHash, path, key }, { resize, format: WEBP })], facts: {} };
    },
  );
  return storageKey;
}

export async function publicPictureOf(
  deps: RenditionDeps,
  assetHash: string,
  purpose: 'samples' | 'packages' | 'programs',
): Promise<string> {
  const { storageKey } = await rendition(
    deps,
    { assetHash, purpose, place: '' },
    async (path) => `public/${purpose}/${await hashFor(purpose, path)}.webp`,
    async (path, key) => ({
      files: [await fileOf(deps, { assetHash, path, key }, within(WIDEST[purpose]))],
      facts: {},
    }),
  );
  return storageKey;
}

/** The name reveals neither the question nor whether the answer is right. */
export const questionPictureOf = (
  deps: RenditionDeps,
  assetHash: string,
  { workId, folder }: { workId: string; folder: string },
): Promise<Rendition> =>
  rendition(
    deps,
    { assetHash, purpose: 'question', place: workId },
    () => `${folder}/questions/${randomBytes(16).toString('hex')}.webp`,
    async (path, key) => ({
      files: [await fileOf(deps, { assetHash, path, key }, within(WIDEST.question))],
      facts: {},
    }),
  );

export async function materialPictureOf(
  deps: RenditionDeps,
  assetHash: string,
  { place, key, purpose }: { place: string; key: string; purpose: 'poster' | 'image' | 'thumbnail' },
): Promise<PlacedPicture> {
  const width = purpose === 'thumbnail' ? THUMBNAIL_WIDTH : WIDEST[purpose];
  const { storageKey, facts } = await rendition(
    deps,
    { assetHash, purpose, place },
    () => key,
    async (path, storageKey) => {
      const { files } = await encode(deps, { assetHash, path }, [within(width)]);
      const [made] = files as [EncodedFile];
      return { files: [[storageKey, made.content]], facts: { width: made.width, height: made.height } };
    },
  );
  return { key: storageKey, ...(facts as { width: number; height: number }) };
}
