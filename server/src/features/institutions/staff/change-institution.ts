import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { AddMemberBody, Institution, InstitutionBody } from '@vesalius/contract/admin-institutions';
import type { z } from 'zod';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demandForeseeable } from '../../../platform/demand-foreseeable.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdPersonByEmail } from '../../accounts/find-person.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { createInvitedPeople } from '../../accounts/invite-people.ts';
import { institutionJobs } from '../jobs.ts';
import * as institutions from '../membership.ts';
import {
  findInstitution,
  type InstitutionRow,
  type InstitutionSearch,
  insertInstitution,
  listDomains,
  listInstitutionBooks,
  listMembers,
  lockInstitution,
  replaceBooks,
  replaceDomains,
  searchInstitutions,
  updateInstitutionRow,
} from './queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/** A page of institutions, each with the total number of matches. */
export const listInstitutions = async (db: Db, asked: InstitutionSearch, now: Date) =>
  (await searchInstitutions(db, asked)).map((row) => ({ ...presentRow(row, now), total: row.total }));

const presentRow = (row: InstitutionRow, now: Date) => ({
  id: row.id,
  name: row.name,
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  is_active: row.startsAt <= now && row.endsAt > now,
  seats: row.seats,
  member_count: row.memberCount,
  book_count: row.bookCount,
});

export async function getInstitution(db: Db, id: string, now: Date): Promise<Institution> {
  const row = await findInstitution(db, id);
  demand(row, 'not_found');
  const [domains, books, members] = await Promise.all([
    listDomains(db, id),
    listInstitutionBooks(db, id, now),
    listMembers(db, id),
  ]);
  return {
    ...presentRow(row, now),
    version: row.version,
    domains,
    books,
    members: members.map(({ joinedAt, isManager, isPending, seatFreedAt, ...member }) => ({
      ...member,
      joined_at: joinedAt.toISOString(),
      is_manager: isManager,
      is_pending: isPending,
      seat_freed_at: seatFreedAt?.toISOString() ?? null,
    })),
  };
}

/** Creates (without an id) or replaces an institution; users with a verified address in its domains join immediately. */
export async function storeInstitution(
  { db, clock }: Part,
  actor: Actor,
  id: string | null,
  { version, ...body }: InstitutionBody & { version?: number },
): Promise<string> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const before = id === null ? null : await recordedInstitution(tx, id, version, now);
    const after = recorded(body);
    // A date that was stored before such dates were refused must not block other changes.
    const isNew = (name: 'starts_at' | 'ends_at') => after[name] !== before?.[name];
    demandForeseeable(
      {
        starts_at: isNew('starts_at') ? after.starts_at : null,
        ends_at: isNew('ends_at') ? after.ends_at : null,
      },
      now,
    );
    const fields = {
      id: id ?? newId(),
      name: body.name,
      startsAt: new Date(body.starts_at),
      endsAt: new Date(body.ends_at),
      seats: body.seats,
    };
    if (id === null) await insertInstitution(tx, fields, now);
    else await updateInstitutionRow(tx, fields);
    await replaceDomains(tx, fields.id, after.domains);
    await replaceBooks(tx, fields.id, after.book_ids);
    // Nobody is told about a seat in an institution that has ended.
    if (fields.endsAt > now) await institutions.joinByDomain(tx, fields.id, now);
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: id === null ? 'institution.create' : 'institution.update',
        subjectType: 'institution',
        subjectId: fields.id,
        detail: { ...(before ? { before } : {}), after },
      },
      now,
    );
    return fields.id;
  });
}

/** Ends it at once; the members get the letter now and not with those of the next morning. Does nothing if it has ended. */
export const endInstitution = ({ db, clock }: Part, actor: Actor, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    await holdRole(tx, actor);
    const row = await lockInstitution(tx, id);
    demand(row, 'not_found');
    if (row.endsAt <= now) return;
    demand(row.startsAt < now, 'invalid', { ends_at: FIELD_MESSAGES.endBeforeBeginning });
    await updateInstitutionRow(tx, { ...row, id, endsAt: now });
    await enqueue(tx, institutionJobs.tellEnds({}));
    const detail = { before: { ends_at: row.endsAt.toISOString() }, after: { ends_at: now.toISOString() } };
    const record = { subjectType: 'institution', subjectId: id, detail };
    await recordAudit(tx, { actorId: actor.userId, action: 'institution.end', ...record }, now);
  });

/** In a fixed order and notation, so that a difference in the audit log means a change. */
const recorded = (body: InstitutionBody): InstitutionBody => ({
  ...body,
  starts_at: new Date(body.starts_at).toISOString(),
  ends_at: new Date(body.ends_at).toISOString(),
  domains: [...new Set(body.domains)].sort(),
  book_ids: [...new Set(body.book_ids)].sort(),
});

/** The same for the stored institution, which is locked. Throws `not_found`, `edited_meanwhile`. */
async function recordedInstitution(
  tx: Tx,
  id: string,
  version: number | undefined,
  now: Date,
): Promise<InstitutionBody> {
  const row = await lockInstitution(tx, id);
  demand(row, 'not_found');
  demand(row.version === version, 'edited_meanwhile');
  const domains = await listDomains(tx, id);
  const books = await listInstitutionBooks(tx, id, now);
  return recorded({
    name: row.name,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    seats: row.seats,
    domains,
    book_ids: books.map((book) => book.id),
  });
}

/**
 * Adds a known account or, with names, a new one, whose owner gets a single mail about invitation and seat. Throws `invalid` for
 * an unknown address without names, and `institution_ended`.
 */
export async function addMember(
  { db, clock }: Part,
  actor: Actor,
  id: string,
  { is_manager: isManager, ...person }: z.output<typeof AddMemberBody>,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    // Lock the account before the institution, as taking a seat after verifying the address does.
    const known = await holdPersonByEmail(tx, person.email);
    await lockRunning(tx, id, now);
    demand(!known || known.role === 'customer', 'invalid', { email: FIELD_MESSAGES.onlyReaders });
    const userId = known?.id ?? (await invite(tx, actor, person, now));
    await institutions.addMember(tx, { institutionId: id, userId, actorId: actor.userId, isManager }, now);
  });
}

async function invite(
  tx: Tx,
  actor: Actor,
  {
    email,
    first_name: firstName,
    second_name: secondName,
  }: Omit<z.output<typeof AddMemberBody>, 'is_manager'>,
  now: Date,
): Promise<string> {
  demand(firstName && secondName, 'invalid', { email: FIELD_MESSAGES.noAccount });
  const [userId] = (
    await createInvitedPeople(tx, [{ email, firstName, secondName }], 'customer', now)
  ).values();
  // Someone signed up at the same moment: with a retry the address is known.
  if (!userId) throw new ProductError('unavailable', { retryAfterSeconds: 1 });
  const record = { subjectType: 'user', subjectId: userId, detail: { role: 'customer' } };
  await recordAudit(tx, { actorId: actor.userId, action: 'user.invite', ...record }, now);
  return userId;
}

/** New members and managers get a mail, which makes no sense after the end. Throws `institution_ended`. */
async function lockRunning(tx: Tx, id: string, now: Date): Promise<void> {
  const institution = await lockInstitution(tx, id);
  demand(institution, 'not_found');
  demand(institution.endsAt > now, 'institution_ended');
}

/** Staff appoint the first manager, who then invites and removes members and sees the usage. */
export const appointManager = (
  { db, clock }: Part,
  actor: Actor,
  { id, userId, isManager }: { id: string; userId: string; isManager: boolean },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    await holdRole(tx, actor);
    if (isManager) await lockRunning(tx, id, now);
    else demand(await lockInstitution(tx, id), 'not_found');
    const change = { institutionId: id, userId, actorId: actor.userId, isManager };
    await institutions.changeManager(tx, change, now);
  });

export async function removeMember(
  { db, clock }: Part,
  actor: Actor,
  id: string,
  userId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    demand(await lockInstitution(tx, id), 'not_found');
    await institutions.removeMember(tx, { institutionId: id, userId, actorId: actor.userId }, clock.now());
  });
}
