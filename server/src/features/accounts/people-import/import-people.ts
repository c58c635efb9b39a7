import type { ImportResult, PeopleFile } from '@vesalius/contract/people-import';
import { ROW_OUTCOMES, type RowOutcome } from '@vesalius/contract/people-import-limits';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { createInvitedPeople } from '../invite-people.ts';
import { addressIn } from './address-in.ts';
import { type CheckedRow, checkRows, type NumberedRow } from './check-rows.ts';
import { countAddresses } from './count-addresses.ts';
import { findImportState, insertImport, listKnown, listMemberDomains, lockActor } from './import-queries.ts';
import type { PeopleGroup, Room } from './people-group.ts';

export interface PeopleToImport {
  readonly group: PeopleGroup;
  /** The director or manager. */
  readonly actorId: string;
  readonly rows: readonly NumberedRow[];
  /** Null if the rows do not come from a file. */
  readonly file: PeopleFile | null;
  readonly isDryRun: boolean;
  readonly importId: string | null;
}

/**
 * Adds people to a group: creates missing accounts, adds them to the group, sends each a mail. Every row has its own outcome,
 * which does not depend on whether its address has an account. `refusalOf` sees the outcomes before anything is stored and
 * may refuse them all; a refusal also reveals something about an address, so the addresses stay counted.
 */
export async function importPeople(
  db: Db,
  given: PeopleToImport,
  now: Date,
  refusalOf: (rows: readonly CheckedRow[]) => ProductError | null = () => null,
): Promise<ImportResult> {
  const { group, actorId, isDryRun } = given;
  const importId = given.importId ?? newId();
  const outcome = await inTransaction(db, async (tx) => {
    await lockActor(tx, actorId);
    await group.hold(tx);
    const state = await findImportState(tx, group, importId);
    demand(isDryRun || state !== 'closed', 'not_found');
    const classified = await classify(tx, given, importId);
    await countAddresses(tx, { actorId, emails: addressesAskedFor(classified) }, now);
    const { checked, ...freed } = await seat(tx, classified, { group, isDryRun, importId }, now);
    const own = (await group.ownDomains?.(tx)) ?? [];
    const knownDomains = [...new Set([...own, ...(await listMemberDomains(tx, group))])];
    const answer = (id: string | null) => present(checked, given, { importId: id, knownDomains, ...freed });
    if (isDryRun) return answer(null);
    const refusal = refusalOf(checked);
    if (refusal) return refusal;
    if (!checked.some(isToBeAdded)) return answer(state === 'open' ? importId : null);
    await insertImport(tx, { id: importId, group, addedBy: actorId }, now);
    // The id may belong to another group's import by now.
    demand((await findImportState(tx, group, importId)) === 'open', 'not_found');
    const newcomers = await insertPeople(tx, checked, { group, importId }, now);
    if (newcomers.length > 0) {
      await group.welcome(tx, newcomers);
      const detail = { import_id: importId, added: newcomers.length };
      const record = { subjectType: group.kind, subjectId: group.id, detail };
      await recordAudit(tx, { actorId, action: `${group.kind}.import-people`, ...record }, now);
    }
    return answer(importId);
  });
  if (outcome instanceof ProductError) throw outcome;
  return outcome;
}

async function classify(tx: Tx, { group, rows: given }: PeopleToImport, importId: string | null) {
  const rows = given.map((row) => ({ ...row, email: addressIn(row.email) }));
  const emails = [...new Set(rows.map(({ email }) => email.toLowerCase()))];
  const known = await listKnown(tx, group, emails);
  return checkRows(rows, new Map(known.map((each) => [each.email, each])), importId);
}

/** Limits the rows to the free seats: the last ones get none. */
async function seat(
  tx: Tx,
  checked: CheckedRow[],
  { group, isDryRun, importId }: Pick<PeopleToImport, 'group' | 'isDryRun'> & { importId: string },
  now: Date,
): Promise<{ checked: CheckedRow[] } & Omit<Room, 'room'>> {
  if (!group.roomFor) return { checked, freedSeats: 0, freedMembers: [] };
  const wanting = checked.filter(isToBeAdded);
  // Members that the list names keep their seats, however long they have read nothing.
  const named = checked.flatMap(({ userId, isIn }) => (userId !== null && isIn ? [userId] : []));
  const { room, ...freed } = await group.roomFor(tx, wanting.length, { isDryRun, importId, named, now });
  const without = new Set(wanting.slice(Math.max(0, room)));
  const seated = checked.map((row): CheckedRow => (without.has(row) ? { ...row, outcome: 'no_seat' } : row));
  return { checked: seated, ...freed };
}

const isToBeAdded = ({ outcome, isIn }: CheckedRow): boolean => outcome === 'added' && !isIn;

/** The addresses whose outcome reveals something that the group's own list does not. */
const addressesAskedFor = (checked: readonly CheckedRow[]): string[] =>
  checked.flatMap((row) => (isToBeAdded(row) || row.outcome === 'refused' ? [row.email] : []));

/** Adds the people and returns the ids of those who were not in the group before. */
async function insertPeople(
  tx: Tx,
  checked: readonly CheckedRow[],
  { group, importId }: { group: PeopleGroup; importId: string },
  now: Date,
): Promise<string[]> {
  const toBeAdded = checked.filter(isToBeAdded);
  const fresh = toBeAdded.filter(({ userId }) => userId === null);
  const people = fresh.map((row) => ({
    email: row.email,
    firstName: row.first_name,
    secondName: row.second_name,
  }));
  const created = await createInvitedPeople(tx, people, 'customer', now);
  // Someone signed up at the same moment: with a retry the address is known.
  if (created.size < fresh.length) throw new ProductError('unavailable', { retryAfterSeconds: 1 });
  const known = toBeAdded.flatMap(({ userId }) => userId ?? []);
  return group.insert(tx, { importId, userIds: [...created.values(), ...known] }, now);
}

const ADDED = { program: 'Student added successfully', institution: 'Member added successfully' } as const;

function present(
  checked: readonly CheckedRow[],
  { group, rows, file, isDryRun }: PeopleToImport,
  {
    importId,
    knownDomains,
    freedSeats,
    freedMembers,
  }: { importId: string | null; knownDomains: string[] } & Omit<Room, 'room'>,
): ImportResult {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    RowOutcome,
    number
  >;
  for (const { outcome } of checked) counts[outcome] += 1;
  return {
    message: rows.length === 1 && !file ? ADDED[group.kind] : 'File uploaded successfully',
    dry_run: isDryRun,
    import_id: importId,
    counts,
    freed_seats: freedSeats,
    freed_members: [...freedMembers],
    known_domains: knownDomains,
    rows: checked.map(({ userId: _userId, isIn: _isIn, ...row }) => row),
    file,
  };
}
