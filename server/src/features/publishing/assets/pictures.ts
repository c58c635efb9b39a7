import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { COVER_WIDTHS, coverKey } from '@vesalius/contract/covers';
import { sharp } from '../../../platform/pictures.ts';
import type { Rendition } from './asset-queries.ts';
import { type RenditionDeps, rendition } from './make-rendition.ts';

/* Every picture is encoded anew: what arrives is pixels, without code, places or camera numbers hidden in it. */

/** Grows when the same picture would be encoded in another way, so that names stay those of the content. */
const ENCODING = 'v1';
/** Effort 2: files within 2 percent of effort 4 in half of the time. */
const WEBP = { quality: 82, effort: 2 } as const;
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

const encode = (path: string, width: number) =>
  sharp(path).autoOrient().resize({ width, withoutEnlargement: true }).webp(WEBP);

/** Public names carry a hash of the content and of how it was encoded. */
async function hashFor(kind: string, path: string): Promise<string> {
  const content = await readFile(path);
  const digest = createHash('sha256').update(`${ENCODING} ${kind} `).update(content).digest('hex');
  return digest.slice(0, 32);
}

/** The key of the widest one (contract/src/covers.ts knows the others), and what keeps its place on a page. */
export async function coverOf(deps: RenditionDeps, assetHash: string): Promise<PlacedCover> {
  const { storageKey, facts } = await rendition(
    deps,
    { assetHash, purpose: 'cover', place: '' },
    async (path) => coverKey(await hashFor('cover', path), COVER_WIDTHS.at(-1)!),
    async (path) => {
      const hash = await hashFor('cover', path);
      const upright = await sharp(path).autoOrient().removeAlpha().toBuffer({ resolveWithObject: true });
      const { dominant } = await sharp(upright.data).resize(64).stats();
      const channels = [dominant.r, dominant.g, dominant.b].map((value) =>
        value.toString(16).padStart(2, '0'),
      );
      const files: [string, Buffer][] = [];
      for (const width of COVER_WIDTHS)
        files.push([coverKey(hash, width), await encode(path, width).toBuffer()]);
      const { width, height } = upright.info;
      return { files, facts: { width, height, color: `#${channels.join('')}` } };
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
      const picture = sharp(path)
        .autoOrient()
        .resize({ ...size, fit: 'cover', position: 'attention' });
      return { files: [[key, await picture.webp(WEBP).toBuffer()]], facts: {} };
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
    async (path, key) => ({ files: [[key, await encode(path, WIDEST[purpose]).toBuffer()]], facts: {} }),
  );
  return storageKey;
}

/** A name that tells nothing: not which question, not whether the answer is right. */
export const questionPictureOf = (
  deps: RenditionDeps,
  assetHash: string,
  { workId, folder }: { workId: string; folder: string },
): Promise<Rendition> =>
  rendition(
    deps,
    { assetHash, purpose: 'question', place: workId },
    () => `${folder}/questions/${randomBytes(16).toString('hex')}.webp`,
    async (path, key) => ({ files: [[key, await encode(path, WIDEST.question).toBuffer()]], facts: {} }),
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
      const { data, info } = await encode(path, width).toBuffer({ resolveWithObject: true });
      return { files: [[storageKey, data]], facts: { width: info.width, height: info.height } };
    },
  );
  return { key: storageKey, ...(facts as { width: number; height: number }) };
}
