import type { AuditAction } from '@vesalius/contract/audit-actions';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { WorkRole } from '@vesalius/contract/studio-limits';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { demandWork } from '../studio/access.ts';
import { deleteAssignment, holdAccount, insertAssignment } from './people-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;
interface Naming {
  readonly email: string;
  readonly role: WorkRole;
}

/** An address may be named before it has an account; one that has an account needs a role with a desk. */
export const addWorkPerson = (
  { db, clock }: Part,
  actor: Actor,
  workId: string,
  named: Naming,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
    const account = await holdAccount(tx, named.email);
    if (account && named.role === 'producer')
      demand(account.role === 'author' || account.role === 'editor', 'invalid', {
        email: VALUE_MESSAGES.authorOrEditor,
      });
    else if (account) demand(account.role === named.role, 'invalid', { email: VALUE_MESSAGES.accountOfRole });
    if ((await insertAssignment(tx, { workId, ...named })) === 0) return;
    await record(tx, 'work.add-person', { actor, workId, named, accountId: account?.id }, clock.now());
  });

export const removeWorkPerson = (
  { db, clock }: Part,
  actor: Actor,
  workId: string,
  named: Naming,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
    const account = await holdAccount(tx, named.email);
    if ((await deleteAssignment(tx, { workId, ...named })) === 0) return;
    await record(tx, 'work.remove-person', { actor, workId, named, accountId: account?.id }, clock.now());
  });

/** By the account where there is one: the log outlives it, and its address goes with it. */
const record = (
  tx: Tx,
  action: AuditAction,
  about: { actor: Actor; workId: string; named: Naming; accountId: string | undefined },
  now: Date,
) => {
  const { email, role } = about.named;
  const detail = { role, ...(about.accountId ? { user_id: about.accountId } : { email }) };
  return recordAudit(
    tx,
    { actorId: about.actor.userId, action, subjectType: 'work', subjectId: about.workId, detail },
    now,
  );
};
