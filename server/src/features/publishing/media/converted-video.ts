import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { claimRendition, type Rendition } from '../assets/asset-queries.ts';
import { type RenditionDeps, rendition } from '../assets/make-rendition.ts';
import type { VideoFacts } from '../checks/video-facts.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { type ConversionOptions, convertVideo } from './convert-video.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';

/** What readers get of a lecture: storage keys, all in the folder of its content. */
export interface ConvertedVideo {
  readonly file: string;
  readonly stream: string | null;
  readonly poster: string | null;
  readonly facts: VideoFacts;
  readonly sizes: readonly number[];
  readonly notes: readonly string[];
}
interface ConvertedFacts extends VideoFacts, Pick<ConvertedVideo, 'sizes' | 'notes'> {
  /** Below the folder. */
  readonly stream: string | null;
  readonly poster: string | null;
  readonly files: readonly string[];
}

/** A new number where something else is made of the same video. Five segments: a grant covers one content and no other. */
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
  /** Where a killed process left what it had made; absent: it begins anew. */
  readonly folder?: string;
}

/** What was made of a video, made if it is not there. Throws BadVideo for one of which nothing can be made. */
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
        // The video last: where it is, everything is.
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
