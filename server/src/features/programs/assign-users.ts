import type { AssignResult, LooseRow } from '@vesalius/contract/programs';
import { ROW_OUTCOMES, type RowOutcome } from '@vesalius/contract/programs-limits';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { createInvitedPeople } from '../accounts/invite-people.ts';
import { insertStudents, listKnownAddresses, openImport } from './assign-queries.ts';
import { type CheckedRow, checkRows } from './check-rows.ts';

export interface Assignment {
  readonly programId: string;
  readonly directorId: string;
  readonly rows: readonly LooseRow[];
  readonly dryRun: boolean;
  readonly importId: string | null;
}

/**
 * Adds students: accounts for addresses without one, a place in the program, a letter to each. Every row has its own
 * result. A single student who is in already is a conflict, as the form says it; in a file it is one row of many.
 */
export async function assignUsers(db: Db, given: Assignment, now: Date): Promise<AssignResult> {
  if (given.dryRun) return present(await classify(db, given), { dryRun: true, importId: null });
  const importId = given.importId ?? newId();
  return inTransaction(db, async (tx) => {
    demand(await openImport(tx, { ...given, id: importId }, now), 'not_found');
    const checked = await classify(tx, { ...given, importId });
    if (checked.length === 1) demandGood(checked[0] as CheckedRow);
    const newcomers = await place(tx, checked, { ...given, importId }, now);
    if (newcomers.length > 0)
      await enqueue(tx, {
        kind: 'programs.welcome-students',
        payload: { program_id: given.programId, director_id: given.directorId, user_ids: newcomers },
      });
    return present(checked, { dryRun: false, importId });
  });
}

async function classify(db: Db, given: Assignment): Promise<CheckedRow[]> {
  const emails = [...new Set(given.rows.map(({ email }) => email.trim().toLowerCase()))];
  const known = await listKnownAddresses(db, given.programId, emails);
  return checkRows(given.rows, new Map(known.map((each) => [each.email, each])), given.importId);
}

/** The ids of those who were not in the program before. */
async function place(
  tx: Tx,
  checked: readonly CheckedRow[],
  given: Assignment & { importId: string },
  now: Date,
): Promise<string[]> {
  const fresh = checked.filter(({ outcome }) => outcome === 'new');
  const people = fresh.map((row) => ({
    email: row.email,
    firstName: row.first_name,
    secondName: row.second_name,
  }));
  const made = await createInvitedPeople(tx, people, 'customer', now);
  // Somebody signed up in this very moment: the whole is tried again, and then the address is known.
  if (made.size < fresh.length) throw new ProductError('unavailable', { retryAfterSeconds: 1 });
  const known = checked.flatMap(({ outcome, userId }) => (outcome === 'known' && userId ? [userId] : []));
  const inserted = await insertStudents(tx, { ...given, userIds: [...made.values(), ...known] }, now);
  return inserted.map(({ userId }) => userId);
}

function demandGood(row: CheckedRow): void {
  if (row.outcome === 'already_in') throw new ProductError('duplicate_student');
  if (row.outcome === 'invalid') throw new ProductError('invalid', { fields: row.fields ?? {} });
  if (row.outcome === 'not_a_student')
    throw new ProductError('invalid', {
      fields: { email: 'This account belongs to somebody who is no student' },
    });
}

function present(
  checked: readonly CheckedRow[],
  { dryRun, importId }: { dryRun: boolean; importId: string | null },
): AssignResult {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    RowOutcome,
    number
  >;
  for (const { outcome } of checked) counts[outcome] += 1;
  return {
    message: checked.length === 1 ? 'student added succesfully' : 'File uploaded successfully',
    dry_run: dryRun,
    import_id: importId,
    counts,
    rows: checked.map(({ userId: _userId, ...row }) => row),
  };
}
