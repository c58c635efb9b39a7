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
type Account = Awaited<ReturnType<typeof holdAccount>>;
interface Naming {
  readonly email: string;
  readonly role: WorkRole;
}

/** An address may be named before it has an account; one that has an account needs a role with a desk. */
export const addWorkPerson = (part: Part, actor: Actor, workId: string, named: Naming): Promise<void> =>
  changePeople(part, { actor, workId, named, action: 'work.add-person' }, (tx, account) => {
    demandDesk(account, named.role);
    return insertAssignment(tx, { workId, ...named });
  });

export const removeWorkPerson = (part: Part, actor: Actor, workId: string, named: Naming): Promise<void> =>
  changePeople(part, { actor, workId, named, action: 'work.remove-person' }, (tx) =>
    deleteAssignment(tx, { workId, ...named }),
  );

function demandDesk(account: Account, role: WorkRole): void {
  if (!account || account.role === role) return;
  demand(role === 'producer', 'invalid', { email: VALUE_MESSAGES.accountOfRole });
  const isMaker = account.role === 'author' || account.role === 'editor';
  demand(isMaker, 'invalid', { email: VALUE_MESSAGES.authorOrEditor });
}

/** `change` answers with how many assignments it wrote: what was so before is not recorded. */
async function changePeople(
  { db, clock }: Part,
  { actor, workId, named, action }: { actor: Actor; workId: string; named: Naming; action: AuditAction },
  change: (tx: Tx, account: Account) => Promise<number>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
    const account = await holdAccount(tx, named.email);
    if ((await change(tx, account)) === 0) return;
    // By the account where there is one: the log outlives it, and its address goes with it.
    const detail = { role: named.role, ...(account ? { user_id: account.id } : { email: named.email }) };
    const record = { subjectType: 'work', subjectId: workId, detail };
    await recordAudit(tx, { actorId: actor.userId, action, ...record }, clock.now());
  });
}
