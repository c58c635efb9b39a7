import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { claimRendition, type Rendition } from '../assets/asset-queries.ts';
import { type RenditionDeps, rendition } from '../assets/make-rendition.ts';
import type { VideoFacts } from '../checks/video-facts.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { type ConversionOptions, convertVideo } from './convert-video.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';

/** What readers get: storage keys, all in the folder of the asset. */
export interface ConvertedVideo {
  readonly file: string;
  readonly stream: string | null;
  readonly poster: string | null;
  readonly facts: VideoFacts;
  readonly sizes: readonly number[];
  readonly notes: readonly string[];
}
interface ConvertedFacts extends VideoFacts, Pick<ConvertedVideo, 'sizes' | 'notes'> {
  /** Relative to the folder. */
  readonly stream: string | null;
  readonly poster: string | null;
  readonly files: readonly string[];
}

/** Increment the number when the conversion changes. Five path segments: a grant covers one asset only. */
const folderOf = (hash: string) => `made/videos/1/${hash.slice(0, 2)}/${hash}`;
const keyOf = (assetHash: string) => ({ assetHash, purpose: 'converted-video', place: 'content' }) as const;

export function convertedOf({ storageKey, facts }: Pick<Rendition, 'storageKey' | 'facts'>): ConvertedVideo {
  const { stream, poster, sizes, notes, container, codec, durationSeconds, width, height } =
    facts as unknown as ConvertedFacts;
  const below = (name: string | null) => name && `${dirname(storageKey)}/${name}`;
  return {
    ...{ file: storageKey, stream: below(stream), poster: below(poster), sizes, notes },
    facts: { container, codec, durationSeconds, width, height },
  };
}

export async function findConvertedVideo(
  { db, clock, claim }: Pick<RenditionDeps, 'db' | 'clock' | 'claim'>,
  hash: string,
): Promise<ConvertedVideo | null> {
  const known = await claimRendition(db, keyOf(hash), { claim, now: clock.now() });
  return known && convertedOf(known);
}

interface ConvertOptions extends ConversionOptions {
  /** The folder with the finished files of a killed process; absent: the conversion starts from the beginning. */
  readonly folder?: string;
}

/** Returns the converted video, and makes it if it is missing. Throws BadVideo if the video cannot be converted. */
export async function makeConvertedVideo(
  deps: RenditionDeps & Pick<ReleaseDeps, 'config'>,
  programs: Ffmpeg,
  hash: string,
  { folder, ...options }: ConvertOptions = {},
): Promise<ConvertedVideo> {
  const inFolder = <Result>(work: (folder: string) => Promise<Result>) =>
    folder ? work(folder) : inWorkFolder(workFoldersOf(deps.config), 'video', work);
  const made = await inFolder((output) =>
    rendition(
      deps,
      keyOf(hash),
      () => `${folderOf(hash)}/video.mp4`,
      async (path, storageKey) => {
        const { facts, stream, poster, files, renditions, notes } = await convertVideo(
          { programs, pictures: deps.pictures },
          path,
          join(output, 'made'),
          options,
        );
        const sizes = renditions.map(({ side }) => side);
        // The video is stored last: if it exists, all files exist.
        const inOrder = [...files].reverse();
        return {
          files: inOrder.map(
            (name) => [`${dirname(storageKey)}/${name}`, join(output, 'made', name)] as const,
          ),
          facts: { ...facts, stream, poster, files, sizes, notes },
        };
      },
    ),
  );
  return convertedOf(made);
}
