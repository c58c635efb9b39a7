import type { DeleteAccountBody } from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { sql } from 'kysely';
import type { z } from 'zod';
import { forgetAuditDetail } from '../../platform/audit.ts';
import { maybeOne, type Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { composeMail } from '../../platform/mail/layout.ts';
import { counterOf, takeAttempts } from '../../platform/throttle.ts';
import { removeUnused } from '../../platform/unused-uploads.ts';
import type { AccountReactions } from './account-reactions.ts';
import type { Actor } from './actor.ts';
import { demandSamePerson } from './demand-same-person.ts';
import { holdSession } from './hold-session.ts';
import { keepLinks } from './links-of-addresses.ts';
import { deletedLetter } from './mail/deleted-letter.ts';
import { greetedName } from './mail/name-in-letter.ts';
import { findUserById, type UserRow } from './queries.ts';
import { endSessions, forgetDevices, rememberDeletedSessions } from './session-queries.ts';
import { UNVERIFIED_DELETION } from './throttles.ts';

/**
 * Deletes the account. The row is kept without name, address and portrait, because answers, certificates and payments refer
 * to it and accreditation and bookkeeping require them; an issued certificate keeps its printed name. The same address may
 * register again as a new user.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'mailer' | 'log'>,
  actor: Actor,
  body: z.output<typeof DeleteAccountBody>,
  { whenPersonLeaves }: AccountReactions,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const user = await findUserById(db, actor.userId, now);
  demand(user, 'account_deleted');
  if (user.passwordHash === null)
    demand(body.email?.trim().toLowerCase() === user.email, 'invalid', {
      email: FIELD_MESSAGES.emailShouldMatchEmailFormat,
    });
  await demandSamePerson(deps, actor, user, body.password);
  if (!user.emailVerified) await takeAttempts(db, [counterOf(UNVERIFIED_DELETION, user.email)], now);
  await inTransaction(db, async (tx) => {
    demand(await holdAgainstNewRows(tx, user.id), 'account_deleted');
    await holdSession(tx, actor, user);
    const { id: userId, email, emailVerified } = user;
    for (const leave of whenPersonLeaves) await leave(tx, { userId, email, emailVerified }, now);
    await keepLinks(tx, deps.config.secretKey, user);
    await erasePerson(tx, user.id, now);
    if (user.imageKey) await removeUnused(tx, [user.imageKey], now);
  });
  // Deleting must not wait for a mail server.
  if (user.emailVerified) void mailDeletion(deps, user);
}

/**
 * Sends the mail now, with data that were read before the commit: a job would have to store the address, which must be gone.
 * If the mail server refuses it, the account stays deleted.
 */
async function mailDeletion(
  { config, mailer, log }: Pick<Deps, 'config' | 'mailer' | 'log'>,
  { id, email, language, firstName }: UserRow,
): Promise<void> {
  const letter = deletedLetter(
    { language, firstName: greetedName(language, firstName) },
    `${config.publicUrl}/contact-us`,
  );
  try {
    await mailer.send({ to: email, ...composeMail(letter), id: `deleted-${id}` });
  } catch (err) {
    log.error({ err }, 'the letter about a deleted account was not sent');
  }
}

/** Rows that refer to the account are added before the others are deleted, or not at all. */
const holdAgainstNewRows = (tx: Tx, userId: string) =>
  maybeOne(tx, sql`select 1 from users where id = ${userId} and deleted_at is null for update`);

async function erasePerson(tx: Tx, userId: string, now: Date): Promise<void> {
  await rememberDeletedSessions(tx, userId);
  await endSessions(tx, userId);
  await sql`delete from last_seen where user_id = ${userId}`.execute(tx);
  await forgetDevices(tx, userId);
  await sql`delete from people_import_addresses where actor_id = ${userId}`.execute(tx);
  await forgetAuditDetail(tx, { action: 'user.rename', subjectId: userId });
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`delete from second_factors where user_id = ${userId}`.execute(tx);
  await sql`
    update users set deleted_at = ${now}, email = 'deleted-' || id || '@invalid', first_name = 'Deleted', second_name = 'account',
      password_hash = null, google_subject = null, phone = null, institution = null, city = null, country_id = null,
      image_key = null, is_beta = false, wants_digest = false, wants_weekly = false, wants_work_comments = false
    where id = ${userId}`.execute(tx);
}
