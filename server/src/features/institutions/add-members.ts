import type { AddMembersResult } from '@vesalius/contract/institutions';
import { type LooseRow, StudentToAdd } from '@vesalius/contract/programs';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { ProductError } from '../../platform/errors.ts';
import { issueText } from '../../platform/issue-text.ts';
import { createInvitedPeople } from '../accounts/invite-people.ts';
import { inviteUnverified } from '../accounts/invite-person.ts';
import { countMembers, freeIdleSeats, insertMembers, listKnown, lockInstitution } from './queries.ts';

type Row = AddMembersResult['rows'][number];

/**
 * Invites people into the institution, as far as there are seats. A seat whose holder has read nothing for a long time
 * is freed when somebody else needs it. Every row has its own result.
 */
export function addMembers(
  db: Db,
  given: { institutionId: string; institutionName: string; rows: readonly LooseRow[]; dryRun: boolean },
  now: Date,
): Promise<AddMembersResult> {
  const { institutionId, dryRun } = given;
  return inTransaction(db, async (tx) => {
    const { seats } = await lockInstitution(tx, institutionId);
    const checked = await check(tx, institutionId, given.rows);
    const wanting = checked.filter(({ row }) => row.outcome === 'new' || row.outcome === 'known');
    let free = Number.POSITIVE_INFINITY;
    if (seats !== null) {
      free = seats - (await countMembers(tx, institutionId));
      const missing = wanting.length - free;
      if (missing > 0 && !dryRun)
        free += await freeIdleSeats(tx, { id: institutionId, atMost: missing }, now);
    }
    const rows = checked.map(({ row }) => row);
    for (const { row } of wanting.slice(Math.max(0, free))) row.outcome = 'no_seat';
    if (!dryRun) await place(tx, given, wanting.slice(0, Math.max(0, free)), now);
    return { dry_run: dryRun, rows };
  });
}

async function check(tx: Tx, institutionId: string, given: readonly LooseRow[]) {
  const emails = [...new Set(given.map(({ email }) => email.trim().toLowerCase()))];
  const known = new Map((await listKnown(tx, institutionId, emails)).map((each) => [each.email, each]));
  const seen = new Set<string>();
  return given.map((person, index): { row: Row; userId: string | null } => {
    const result = StudentToAdd.safeParse(person, { error: issueText });
    const email = person.email.trim().toLowerCase();
    const row: Row = { ...person, email, row: index + 1, outcome: 'new' };
    if (!result.success) {
      const fields: Record<string, string> = {};
      for (const { path, message } of result.error.issues) fields[String(path[0])] ??= message;
      return { row: { ...row, outcome: 'invalid', fields }, userId: null };
    }
    if (seen.has(email)) return { row: { ...row, outcome: 'repeated' }, userId: null };
    seen.add(email);
    const account = known.get(email);
    if (!account) return { row: { ...row, ...result.data }, userId: null };
    row.outcome = account.isMember ? 'already_in' : account.role === 'customer' ? 'known' : 'not_a_reader';
    return { row, userId: account.userId };
  });
}

async function place(
  tx: Tx,
  given: { institutionId: string; institutionName: string },
  people: readonly { row: Row; userId: string | null }[],
  now: Date,
): Promise<void> {
  const fresh = people.filter(({ userId }) => userId === null).map(({ row }) => row);
  const made = await createInvitedPeople(
    tx,
    fresh.map((row) => ({ email: row.email, firstName: row.first_name, secondName: row.second_name })),
    'customer',
    now,
  );
  if (made.size < fresh.length) throw new ProductError('unavailable', { retryAfterSeconds: 1 });
  const known = people.flatMap(({ userId }) => (userId ? [userId] : []));
  const members = [...made.values(), ...known];
  await insertMembers(tx, given.institutionId, members, now);
  await inviteUnverified(tx, members, given.institutionName);
}
