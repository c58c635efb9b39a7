import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COVER_WIDTHS, coverKey } from '@vesalius/contract/covers';
import { type Storage, storeIsAway } from '../../platform/files/storage.ts';
import { sharp } from '../../platform/pictures.ts';

/** Grows when the same picture would be encoded in another way, so that names stay those of the content. */
const ENCODING = 'v1';
/** Effort 2: files within 2 percent of effort 4 in half of the time. */
const WEBP = { quality: 82, effort: 2 } as const;
const THUMBNAIL_WIDTH = 480;
const PORTRAIT_SIZE = 480;
const WIDEST = { samples: 1200, packages: 960, programs: 960, posters: 1280, questions: 1200, images: 2400 };

export interface PlacedPicture {
  readonly key: string;
  readonly width: number;
  readonly height: number;
}
export interface PlacedCover extends PlacedPicture {
  /** `#rrggbb` */
  readonly color: string;
}

/** Between attempts to store a file, about two minutes: longer than a store's restart (milliseconds). */
const STORE_DELAYS_MS = [2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];

export interface PlacerOptions {
  /** Told before a picture is stored that books share: it lies outside of the revision's folders. */
  readonly onSharedPicture?: (key: string) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  readonly storeDelaysMs?: readonly number[] | undefined;
}

/**
 * Puts the files of one revision into the storage. A store that is away for a moment does not end an import of an hour.
 * Every picture is encoded anew: what arrives is pixels, without code, places or camera numbers hidden in it.
 */
export class FilePlacer {
  readonly #storage: Storage;
  readonly #folder: string;
  readonly #base: string;
  readonly #source: string;
  readonly #options: PlacerOptions;

  constructor(
    storage: Storage,
    folder: string,
    { bookId, revision }: { bookId: string; revision: number },
    options: PlacerOptions = {},
  ) {
    this.#storage = storage;
    this.#folder = folder;
    this.#base = revisionFolder(bookId, revision);
    this.#source = sourceFolder(bookId, revision);
    this.#options = options;
  }

  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  /** `0007/1x.webp` of the temporary folder becomes the page's file. */
  async page(name: string, path: string): Promise<void> {
    await this.#putFile(`${this.#base}/pages/${name}`, path);
  }

  /** The PDF as it came, from which sharper pictures are made later. Nothing hands out links to it. */
  async pdf(file: string): Promise<void> {
    await this.#putFile(`${this.#source}/book.pdf`, this.pathOf(file));
  }

  /** The key of the widest one (contract/src/covers.ts knows the others), and what keeps its place on a page. */
  async cover(file: string): Promise<PlacedCover> {
    const { content, hash } = await this.#read('cover', file);
    const upright = await sharp(content).autoOrient().removeAlpha().toBuffer({ resolveWithObject: true });
    const { dominant } = await sharp(upright.data).resize(64).stats();
    const channels = [dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0'));
    for (const width of COVER_WIDTHS) {
      await this.#publish(coverKey(hash, width), () =>
        sharp(content).autoOrient().resize({ width, withoutEnlargement: true }).webp(WEBP).toBuffer(),
      );
    }
    const { width, height } = upright.info;
    return { key: coverKey(hash, COVER_WIDTHS.at(-1)!), width, height, color: `#${channels.join('')}` };
  }

  async portrait(file: string): Promise<string> {
    const { content, hash } = await this.#read('portrait', file);
    const size = { width: PORTRAIT_SIZE, height: PORTRAIT_SIZE, withoutEnlargement: true };
    return this.#publish(`public/people/${hash}.webp`, () =>
      sharp(content)
        .autoOrient()
        .resize({ ...size, fit: 'cover', position: 'attention' })
        .webp(WEBP)
        .toBuffer(),
    );
  }

  async publicPicture(file: string, kind: 'samples' | 'packages' | 'programs'): Promise<string> {
    const { content, hash } = await this.#read(kind, file);
    return this.#publish(`public/${kind}/${hash}.webp`, () => encode(content, WIDEST[kind]).toBuffer());
  }

  /** A name that tells nothing: not which question, not whether the answer is right. */
  async questionPicture(file: string): Promise<string> {
    const key = `${this.#base}/questions/${randomBytes(16).toString('hex')}.webp`;
    await this.#put(key, await encode(this.pathOf(file), WIDEST.questions).toBuffer());
    return key;
  }

  async materialPicture(
    material: string,
    name: string,
    file: string,
    kind: 'posters' | 'images',
  ): Promise<PlacedPicture> {
    const encoded = encode(this.pathOf(file), WIDEST[kind]);
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const key = `${this.#base}/materials/${material}/${name}.webp`;
    await this.#put(key, data);
    return { key, width: info.width, height: info.height };
  }

  async materialThumbnail(material: string, name: string, file: string): Promise<string> {
    const key = `${this.#base}/materials/${material}/${name}.webp`;
    await this.#put(key, await encode(this.pathOf(file), THUMBNAIL_WIDTH).toBuffer());
    return key;
  }

  /** A file that stays as it is: videos were checked; captions and DICOM come as `content`. */
  async materialFile(material: string, name: string, from: string | Buffer): Promise<string> {
    const key = `${this.#base}/materials/${material}/${name}`;
    if (typeof from === 'string') await this.#putFile(key, this.pathOf(from));
    else await this.#put(key, from);
    return key;
  }

  async #read(kind: string, file: string): Promise<{ content: Buffer; hash: string }> {
    const content = await readFile(this.pathOf(file));
    const digest = createHash('sha256').update(`${ENCODING} ${kind} `).update(content).digest('hex');
    return { content, hash: digest.slice(0, 32) };
  }

  async #publish(key: string, make: () => Promise<Buffer>): Promise<string> {
    if (!(await this.#patiently(() => this.#storage.find(key)))) {
      await this.#options.onSharedPicture?.(key);
      await this.#put(key, await make());
    }
    return key;
  }

  #put(key: string, content: Buffer): Promise<void> {
    return this.#patiently(() => this.#storage.put(key, content));
  }
  #putFile(key: string, path: string): Promise<void> {
    return this.#patiently(() => this.#storage.putFile(key, path));
  }

  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal, storeDelaysMs = STORE_DELAYS_MS } = this.#options;
    for (const delay of storeDelaysMs) {
      try {
        return await work();
      } catch (error) {
        if (!storeIsAway(error)) throw error;
        await sleep(delay, undefined, signal ? { signal } : {});
      }
    }
    return work();
  }
}

export const revisionFolder = (bookId: string, revision: number) => `books/${bookId}/${revision}`;
/** Apart from the pages, so that no grant for a book's folder could ever cover it. */
export const sourceFolder = (bookId: string, revision: number) => `sources/${bookId}/${revision}`;

const encode = (from: string | Buffer, width: number) =>
  sharp(from).autoOrient().resize({ width, withoutEnlargement: true }).webp(WEBP);
