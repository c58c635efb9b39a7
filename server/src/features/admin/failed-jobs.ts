import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { type DeadJob, discardDeadJob, listDeadJobs, reviveDeadJobs } from '../../platform/job-queries.ts';
import type { Actor } from '../accounts/actor.ts';
import { holdRole } from '../accounts/hold-role.ts';
import { findNames } from './audit-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/** With the user of each job. */
export async function listFailedJobs(db: Db, page: { limit: number; offset: number }) {
  const jobs = await listDeadJobs(db, page);
  const names = await findNames(db, [...new Set(jobs.flatMap((job) => personOf(job) ?? []))]);
  return jobs.map((job) => {
    const id = personOf(job);
    const name = id === null ? undefined : names.get(id);
    return { ...job, person: id !== null && name !== undefined ? { id, name } : null };
  });
}

/** Nothing else of a payload is shown: it may contain an address with a link that signs in. */
function personOf({ payload }: DeadJob): string | null {
  const id = typeof payload === 'object' && payload !== null && 'user_id' in payload ? payload.user_id : null;
  return typeof id === 'string' && isUuid(id) ? id : null;
}

/** Retries one job, or all. */
export function retryJobs({ db, clock }: Part, actor: Actor, id: string | null): Promise<number> {
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const revived = await reviveDeadJobs(tx, id);
    demand(id === null || revived.length > 0, 'not_found');
    const record = { actorId: actor.userId, action: 'job.retry', subjectType: 'job' } as const;
    const details =
      id === null
        ? { subjectId: 'all', detail: { jobs: revived.length } }
        : { subjectId: id, detail: { kind: revived[0]?.kind } };
    if (revived.length > 0) await recordAudit(tx, { ...record, ...details }, clock.now());
    return revived.length;
  });
}

/** The job is never done; after the last one the alert about failed jobs ends. */
export function discardJob({ db, clock }: Part, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const job = await discardDeadJob(tx, id, clock.now());
    demand(job, 'not_found');
    await recordAudit(
      tx,
      { actorId: actor.userId, action: 'job.discard', subjectType: 'job', subjectId: id, detail: job },
      clock.now(),
    );
  });
}
