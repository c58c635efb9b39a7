import type { WorkVideo, WorkVideos } from '@vesalius/contract/work-files';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { fileUrl } from '../../../platform/grants.ts';
import type { Actor } from '../../accounts/actor.ts';
import { isVideoType } from '../assets/recognize-file.ts';
import { assetKey } from '../assets/store-asset.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { listWorkFiles } from '../works/work-queries.ts';
import {
  type ConversionStep,
  cancelConversion,
  listConversions,
  listConverted,
  requestConversion,
} from './conversion-queries.ts';
import { type ConvertedVideo, convertedOf } from './converted-video.ts';
import { videoConverter } from './find-ffmpeg.ts';

export type VideoState =
  | { readonly state: 'ready'; readonly made: ConvertedVideo }
  | { readonly state: 'preparing'; readonly step: ConversionStep; readonly done: number }
  /** Null: the file is not at fault. */
  | { readonly state: 'failed'; readonly problem: string | null; readonly isStopped: boolean }
  | { readonly state: 'canceled' };

/** States by content hash, without videos whose conversion was not requested. */
export async function videoStates(db: Db, hashes: readonly string[]): Promise<Map<string, VideoState>> {
  const [conversions, converted] = await Promise.all([
    listConversions(db, hashes),
    listConverted(db, hashes),
  ]);
  const begun = conversions.map(
    ({ assetHash, step, done, canceledAt, problem, diedAt, isStopped }): [string, VideoState] => {
      if (problem !== null) return [assetHash, { state: 'failed', problem, isStopped: false }];
      if (canceledAt) return [assetHash, { state: 'canceled' }];
      if (diedAt) return [assetHash, { state: 'failed', problem: null, isStopped }];
      return [assetHash, { state: 'preparing', step, done }];
    },
  );
  const ready = converted.map((row): [string, VideoState] => [
    row.assetHash,
    { state: 'ready', made: convertedOf(row as Parameters<typeof convertedOf>[0]) },
  ]);
  return new Map([...begun, ...ready]);
}

/** Long enough to write captions, during which the lecture is played and paused. */
const GRANT_SECONDS = 2 * 3600;

type MediaDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

export async function readWorkVideos(deps: MediaDeps, workId: string): Promise<WorkVideos> {
  const files = await listWorkFiles(deps.db, workId);
  const hashes = [
    ...new Set(files.flatMap(({ assetHash, mediaType }) => (isVideoType(mediaType) ? [assetHash] : []))),
  ];
  const states = await videoStates(deps.db, hashes);
  const { found } = await videoConverter(deps.config);
  return { converts: found !== null, videos: hashes.map((hash) => present(deps, hash, states.get(hash))) };
}

function present({ config, clock }: MediaDeps, hash: string, video: VideoState | undefined): WorkVideo {
  const address = (key: string) => fileUrl(config.secretKey, key, clock.now(), GRANT_SECONDS);
  const unchanged: WorkVideo = {
    ...{ asset: hash, state: video?.state ?? 'unchanged', step: null, done: 0, problem: null, notes: [] },
    was_stopped: false,
    ...{ duration_seconds: null, sizes: [], url: address(assetKey(hash)), poster_url: null },
  };
  switch (video?.state) {
    case 'ready': {
      const { file, poster, facts, sizes, notes } = video.made;
      return {
        ...{ ...unchanged, done: 1, notes: [...notes], sizes: [...sizes], url: address(file) },
        ...{ duration_seconds: facts.durationSeconds, poster_url: poster && address(poster) },
      };
    }
    case 'preparing':
      return { ...unchanged, step: video.step, done: video.done };
    case 'failed':
      return { ...unchanged, problem: video.problem, was_stopped: video.isStopped };
    default:
      return unchanged;
  }
}

interface VideoOfWork {
  readonly workId: string;
  readonly asset: string;
}

export async function prepareWorkVideo(
  deps: MediaDeps,
  actor: Actor,
  { workId, asset }: VideoOfWork,
): Promise<WorkVideos> {
  const { found: converter } = await videoConverter(deps.config);
  await inTransaction(deps.db, async (tx) => {
    await lockWorkFor(tx, actor, workId, 'edit');
    await demandVideo(tx, { workId, asset });
    const state = (await videoStates(tx, [asset])).get(asset)?.state;
    if (converter && state !== 'ready' && state !== 'preparing')
      await requestConversion(tx, { hash: asset, sender: actor.userId }, deps.clock.now());
  });
  return readWorkVideos(deps, workId);
}

export async function cancelWorkVideo(
  deps: MediaDeps,
  actor: Actor,
  { workId, asset }: VideoOfWork,
): Promise<WorkVideos> {
  await inTransaction(deps.db, async (tx) => {
    await lockWorkFor(tx, actor, workId, 'edit');
    await demandVideo(tx, { workId, asset });
    await cancelConversion(tx, asset, deps.clock.now());
  });
  return readWorkVideos(deps, workId);
}

async function demandVideo(db: Db, { workId, asset }: VideoOfWork): Promise<void> {
  const files = await listWorkFiles(db, workId);
  const isVideo = files.some(({ assetHash, mediaType }) => assetHash === asset && isVideoType(mediaType));
  demand(isVideo, 'not_found');
}
