import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { WorkRole } from '@vesalius/contract/studio-limits';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { addBookPerson, dismissBookPerson } from '../staff/book-people.ts';
import { lockWorkFor } from './lock-work-for.ts';
import { holdAccount } from './people-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;
/** Enqueues the letter about what somebody has newly, or no more; the administration has it. */
export type TellAssignments = (
  tx: Tx,
  by: { readonly email: string },
  change: Partial<Readonly<Record<'ended' | 'added', WorkAssignment>>>,
) => Promise<void>;
interface WorkAssignment {
  readonly book_ids?: readonly string[];
  readonly produced_book_ids?: readonly string[];
}
type TellingPart = Part & { readonly tellAssignments: TellAssignments };
type Account = Awaited<ReturnType<typeof holdAccount>>;
interface Naming {
  readonly email: string;
  readonly role: WorkRole;
}

/** An address can be named before it has an account; an existing account needs a role that gives access to the desk. */
export const addWorkPerson = (
  { tellAssignments, ...part }: TellingPart,
  actor: Actor,
  workId: string,
  named: Naming,
): Promise<void> =>
  changePeople(part, actor, workId, async (tx, now) => {
    demandDesk(await holdAccount(tx, named.email), named.role);
    if (await addBookPerson(tx, actor, { bookId: workId, ...named }, now))
      await tellAssignments(tx, { email: named.email }, { added: assignmentOf(workId, named) });
  });

/** Sends the letter that staff's removal sends. */
export const removeWorkPerson = (
  { tellAssignments, ...part }: TellingPart,
  actor: Actor,
  workId: string,
  named: Naming,
): Promise<void> =>
  changePeople(part, actor, workId, async (tx, now) => {
    if (await dismissBookPerson(tx, actor, { bookId: workId, ...named }, now))
      await tellAssignments(tx, { email: named.email }, { ended: assignmentOf(workId, named) });
  });

const assignmentOf = (workId: string, { role }: Naming): WorkAssignment =>
  role === 'producer' ? { produced_book_ids: [workId] } : { book_ids: [workId] };

function demandDesk(account: Account, role: WorkRole): void {
  if (!account || account.role === role) return;
  demand(role === 'producer', 'invalid', { email: VALUE_MESSAGES.accountOfRole });
  const isMaker = account.role === 'author' || account.role === 'editor';
  demand(isMaker, 'invalid', { email: VALUE_MESSAGES.authorOrEditor });
}

const changePeople = (
  { db, clock }: Part,
  actor: Actor,
  workId: string,
  change: (tx: Tx, now: Date) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    // Nobody deletes the draft meanwhile: a right to it would stay.
    await lockWorkFor(tx, actor, workId, 'edit');
    await change(tx, clock.now());
  });
