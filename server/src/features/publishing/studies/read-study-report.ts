import { dirname } from 'node:path/posix';
import type { StudyReport } from '@vesalius/contract/work-studies';
import type { Db } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { fileUrl } from '../../../platform/grants.ts';
import { findJobState } from '../../../platform/job-queries.ts';
import { isKnownAttribute } from '../../lectures/dicom-identity.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import { assetKey } from '../assets/store-asset.ts';
import type { WorkPower } from '../studio/access.ts';
import { findWork, listWorkFiles, type WorkFileRow } from '../works/work-queries.ts';
import { findJudgment, type Judged, stateOfReport } from './judge-study.ts';
import { NOT_LOOKED_AT, readKnownSlices } from './read-slices.ts';
import type { PixelReport } from './report-study.ts';
import { findReport, reportJobKey } from './request-report.ts';
import { contentOf, studiesIn, type WorkStudy } from './study-content.ts';
import { namesFor } from './study-names.ts';

/** A person reads for a while before deciding. */
const GRANT_SECONDS = 2 * 3600;

type ReportDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

const EMPTY: StudyReport = {
  ...{ state: 'ready', content: null, files: 0, frames: 0, attributes: [], problems: [], images: [] },
  ...{ unread: [], not_looked_at: 0, was_read: true, decision: null },
};

/** With `edit` power also the images and files as they are: they may show the patient's name. */
export async function readStudyReport(
  deps: ReportDeps,
  { workId, key, power, userId }: { workId: string; key: string; power: WorkPower; userId: string },
): Promise<StudyReport> {
  const { db } = deps;
  const { study, files } = await findWorkStudy(db, workId, key);
  if (files.length === 0) return EMPTY;
  const [state, judged] = [
    await stateOfReport(db, workId, study.files),
    await findJudgment(db, workId, study),
  ];
  const report = {
    ...{ ...EMPTY, state, content: contentOf(study.files), files: files.length },
    decision: decisionOf(judged, study),
  };
  const names = namesFor(userId, files, study.files);
  if (state === 'failed') {
    const job = await findJobState(db, reportJobKey(workId, contentOf(study.files)));
    const damage = DamagedAsset.ofJobError(job?.lastError ?? null);
    const file = damage && filesByContent(files, names).get(damage.hash);
    return file ? { ...report, problems: [{ file, reason: damage.problem }] } : report;
  }
  const rendition = state === 'ready' ? await findReport(db, study.files) : null;
  if (!rendition) return report;
  const { slices, problems, notLookedAt } = await readKnownSlices(deps, files);
  const found = rendition.facts as unknown as PixelReport;
  const missed = notLookedAt.map(({ assetHash: asset }) => ({ asset, reason: NOT_LOOKED_AT }));
  const pixels = { ...found, unread: [...found.unread, ...missed] };
  return {
    ...report,
    frames: pixels.frames,
    attributes: attributesOf(slices),
    problems: problems.map(({ path, text }) => ({ file: names.get(path) ?? '', reason: text })),
    ...{ not_looked_at: pixels.left, was_read: pixels.wasRead },
    ...(power === 'edit' &&
      presentPixels(deps, filesByContent(files, names), pixels, dirname(rendition.storageKey))),
  };
}

/** A study of a working copy with its files; what is no study there is not found. */
export async function findWorkStudy(
  db: Db,
  workId: string,
  key: string,
): Promise<{ study: WorkStudy; files: WorkFileRow[] }> {
  const work = await findWork(db, workId);
  demand(work, 'not_found');
  const all = await listWorkFiles(db, workId);
  const hashes = new Map(all.map(({ path, assetHash }) => [path, assetHash]));
  const study = studiesIn(work.manifest, hashes).find((each) => each.key === key);
  demand(study, 'not_found');
  const named = new Set(study.files.map(({ path }) => path));
  return { study, files: all.filter(({ path }) => named.has(path)) };
}

function decisionOf(judged: Judged, { kept }: WorkStudy): StudyReport['decision'] {
  if (!judged) return null;
  const { decision } = judged;
  return {
    decided_by: decision?.decidedBy ?? null,
    decided_at: decision?.decidedAt.toISOString() ?? null,
    kept: [...(decision?.kept ?? kept)],
  };
}

function attributesOf(slices: Awaited<ReturnType<typeof readKnownSlices>>['slices']) {
  const counts = new Map<string, number>();
  for (const { slice } of slices)
    for (const name of slice.identifying) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([attribute, files]) => ({ attribute, files, may_be_kept: isKnownAttribute(attribute) }));
}

const filesByContent = (files: readonly WorkFileRow[], names: ReadonlyMap<string, string>) =>
  new Map(files.map(({ assetHash, path }) => [assetHash, names.get(path) ?? '']));

function presentPixels(
  { config, clock }: ReportDeps,
  names: ReadonlyMap<string, string>,
  { images, unread }: PixelReport,
  folder: string,
): Pick<StudyReport, 'images' | 'unread'> {
  const address = (key: string) => fileUrl(config.secretKey, key, clock.now(), GRANT_SECONDS);
  const shown = images.map(({ asset, frame, picture, words }) => ({
    ...{ asset, file: names.get(asset) ?? '', frame, url: address(`${folder}/${picture}`) },
    words: words.map(({ text, box }) => ({ text, ...box })),
  }));
  return {
    images: shown.toSorted((a, b) => Number(b.words.length > 0) - Number(a.words.length > 0)),
    unread: unread.map(({ asset, reason }) => ({
      ...{ asset, file: names.get(asset) ?? '', reason, url: address(assetKey(asset)) },
    })),
  };
}
