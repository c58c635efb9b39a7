import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { ArrivingStudy } from '@vesalius/contract/work-studies';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import { forgetUploadNames } from '../../../platform/resumable/upload-queries.ts';
import type { Actor } from '../../accounts/actor.ts';
import { publishingJobs } from '../jobs.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { findWorkStudy } from './read-study-report.ts';
import { requestReport } from './request-report.ts';
import { seriesFolders } from './study-content.ts';
import { listStudies, updateStudyDismissed, upsertStudy } from './study-queries.ts';

type StudyDeps = Pick<Deps, 'db' | 'clock'>;
const MAX_ATTEMPTS = 4;
/** Left-out files in one answer; all are counted. */
const MAX_LEFT_OUT_SHOWN = 100;

/** The files have arrived in a folder of the work; a job makes a study of them. */
export const addWorkStudy = (
  { db, clock }: StudyDeps,
  actor: Actor,
  workId: string,
  study: { folder: string; page: number; title: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { manifest } = await lockWorkFor(tx, actor, workId, 'edit');
    // Its files are images of another study already.
    demand(!seriesFolders(manifest).has(study.folder), 'invalid', { folder: VALUE_MESSAGES.notAccepted });
    const id = await upsertStudy(tx, { id: newId(), workId, ...study, addedBy: actor.userId }, clock.now());
    if (id === null) return;
    const options = { dedupeKey: `sort-study:${id}`, maxAttempts: MAX_ATTEMPTS };
    await enqueueAgain(tx, [publishingJobs.sortStudy({ work_id: workId, study: id }, options)]);
  });

export const dismissWorkStudy = (
  { db, clock }: StudyDeps,
  actor: Actor,
  { workId, id }: { workId: string; id: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockWorkFor(tx, actor, workId, 'edit');
    await forgetUploadNames(tx, await updateStudyDismissed(tx, { workId, id }, clock.now()));
  });

export async function readArrivingStudies(
  { db, clock }: { db: Db; clock: Deps['clock'] },
  { userId }: Pick<Actor, 'userId'>,
  workId: string,
): Promise<{ studies: ArrivingStudy[] }> {
  const rows = await listStudies(db, workId, new Date(clock.now().getTime() - DAY_MS));
  const studies = rows.map(({ id, title, page, state, problem, materialKey, addedBy, leftOut, deadAt }) => ({
    ...{ id, title, page, problem, material_key: materialKey },
    state: deadAt && state === 'sorting' ? ('failed' as const) : state,
    left_out: leftOut
      .slice(0, MAX_LEFT_OUT_SHOWN)
      // Names may name the patient: they are for who dropped the files.
      .map(({ file, reason }, index) => ({ file: addedBy === userId ? file : String(index + 1), reason })),
    left_out_count: leftOut.length,
  }));
  return { studies };
}

/** After it failed for a reason that is not the files' fault. */
export const lookAgain = (
  { db }: StudyDeps,
  actor: Actor,
  { workId, key }: { workId: string; key: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockWorkFor(tx, actor, workId, 'edit');
    const { study } = await findWorkStudy(tx, workId, key);
    if (study.files.length > 0) await requestReport(tx, workId, study.files);
  });
