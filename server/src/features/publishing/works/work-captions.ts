import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import type { WorkCaptions, WorkCue } from '@vesalius/contract/work-files';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { touchAsset } from '../assets/asset-queries.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import { storeAssetBytes } from '../assets/store-asset.ts';
import { cueOfWords, wordsOfCue } from '../checks/caption-text.ts';
import { BACKWARDS, cueSettings, readDraftCaptions, writeWebVtt } from '../checks/captions.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { isOfStudy } from '../studies/study-names.ts';
import { demandWork } from '../studio/access.ts';
import { fileNamed, safeName } from './add-work-file.ts';
import { findWorkFile } from './file-queries.ts';
import { lockWorkFor } from './lock-work-for.ts';
import type { WorkFileRow } from './work-queries.ts';

const CAPTION_TYPES: ReadonlySet<string> = new Set(['text/vtt', 'application/x-subrip']);
const FOLDER = 'captions';
/** The number of hash characters in the file name: enough to separate the versions of one language. */
const HASH_LETTERS = 10;

export async function readWorkCaptions(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  path: string,
): Promise<WorkCaptions> {
  await demandWork(deps.db, actor, workId, 'review');
  const file = await findWorkFile(deps.db, workId, path);
  demand(file, 'not_found');
  const name = { path, original_name: isOfStudy(file) ? basename(path) : file.originalName };
  if (!CAPTION_TYPES.has(file.mediaType))
    return { ...name, cues: [], problems: [{ line: null, text: 'is neither WebVTT nor SubRip (SRT)' }] };
  const { cues, problems } = await withStoredAssets(deps, async (pathOf) =>
    readDraftCaptions(await pathOf(file.assetHash)),
  ).catch((error: unknown) => {
    if (!(error instanceof DamagedAsset)) throw error;
    return { cues: [], problems: [{ line: null, text: error.problem }] };
  });
  return {
    ...name,
    cues: cues.map(({ startSeconds, endSeconds, text, settings }) => ({
      ...{ start_seconds: startSeconds, end_seconds: endSeconds, settings, text: wordsOfCue(text) },
    })),
    problems: problems.flatMap(({ line, text }) => (text === BACKWARDS ? [] : [{ line, text }])),
  };
}

/** Stores captions from the desk as a file of the work, even if they are incomplete. */
export async function storeWorkCaptions(
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  actor: Actor,
  workId: string,
  { name, cues }: { name: string; cues: readonly WorkCue[] },
): Promise<WorkFileRow> {
  const { db, clock } = deps;
  await demandWork(db, actor, workId, 'edit');
  const inOrder = cues.toSorted((one, other) => one.start_seconds - other.start_seconds);
  const content = Buffer.from(
    writeWebVtt(
      inOrder.map(({ start_seconds: startSeconds, end_seconds: endSeconds, text, settings }) => ({
        ...{ startSeconds, endSeconds, text: cueOfWords(text), settings: cueSettings(settings) },
      })),
    ),
  );
  const stem = safeName(name).replace(/\.[^.]*$/, '');
  const version = createHash('sha256').update(content).digest('hex').slice(0, HASH_LETTERS);
  const assetHash = await storeAssetBytes(deps, content, null);
  return inTransaction(db, async (tx) => {
    await lockWorkFor(tx, actor, workId, 'edit');
    const now = clock.now();
    demand(await touchAsset(tx, assetHash, now), 'upload_gone');
    return fileNamed(tx, workId, {
      path: `${FOLDER}/${stem}-${version}.vtt`,
      ...{ assetHash, originalName: `${stem}.vtt`, addedBy: actor.userId, now },
    });
  });
}
