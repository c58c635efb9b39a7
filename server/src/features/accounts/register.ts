import type { RegisterBody } from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES, SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { FieldText } from '@vesalius/contract/field-text';
import type { SignedIn } from '@vesalius/contract/users';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { counterOf, forgetAttempts, isWithinLimit } from '../../platform/throttle.ts';
import { demandImage } from '../../platform/uploads.ts';
import { accountLetters } from './jobs.ts';
import { takeOverLinks } from './links-of-addresses.ts';
import { type Device, openSession } from './open-session.ts';
import { hashPassword, isGuessedFirst } from './passwords.ts';
import { presentSignedIn } from './present-user.ts';
import { findUserById, insertUser, missingReferences } from './queries.ts';
import { RESET_LETTER, resetCounterOf, verificationCounterOf } from './throttles.ts';

/** Refuses passwords that an attacker tries first, with the name of the field. */
export function demandStrongPassword(password: string, ownWords: readonly string[], field: string): void {
  demand(!isGuessedFirst(password, ownWords), 'invalid', { [field]: FIELD_MESSAGES.passwordTooCommon });
}

export async function demandReferences(
  db: Deps['db'],
  ids: { countryId: string | undefined; professionId: string | undefined },
): Promise<void> {
  const missing = await missingReferences(db, ids);
  const fields: Record<string, FieldText> = {};
  if (missing.country) fields.country_id = FIELD_MESSAGES.countryRequired;
  if (missing.profession) fields.job_id = FIELD_MESSAGES.jobReuired;
  if (Object.keys(fields).length > 0) throw new ProductError('invalid', { fields });
}

/** Registers a customer, who is signed in but not verified; the verification mail is enqueued in the same transaction. */
export async function register(
  { db, clock, config, storage }: Pick<Deps, 'db' | 'clock' | 'config' | 'storage'>,
  body: z.output<typeof RegisterBody>,
  { device, site }: { device: Device; site: string },
): Promise<SignedIn> {
  const now = clock.now();
  demandStrongPassword(body.password, [body.email, body.first_name, body.second_name], 'password');
  await demandReferences(db, { countryId: body.country_id, professionId: body.job_id });
  const imageKey = body.image ? await demandImage(storage, body.image, 'avatar') : null;
  const passwordHash = await hashPassword(body.password, site);

  return inTransaction(db, async (tx) => {
    const id = newId();
    await insertUser(
      tx,
      {
        id,
        role: 'customer',
        email: body.email,
        passwordHash,
        firstName: body.first_name,
        secondName: body.second_name,
        phone: body.phone,
        institution: body.institution,
        countryId: body.country_id,
        city: body.city,
        professionId: body.job_id,
        imageKey,
        language: body.language,
        timeZone: knownTimeZone(body.time_zone),
        termsAcceptedAt: now,
      },
      now,
    );
    // What was asked for while the address had no account sent no letter.
    await forgetAttempts(tx, resetCounterOf(body.email));
    await forgetAttempts(tx, counterOf(RESET_LETTER, body.email));
    await takeOverLinks(tx, config.secretKey, { id, email: body.email });
    // Beyond the limit somebody registers a stranger's address again and again; the owner of one can ask for the letter.
    if (await isWithinLimit(tx, verificationCounterOf(body.email), now))
      await enqueue(tx, accountLetters.sendVerification({ user_id: id, next: body.next }));
    const user = await findUserById(tx, id, now);
    demand(user, 'internal');
    const token = await openSession(tx, user, device, now);
    return presentSignedIn(user, config, { token, message: SUCCESS_MESSAGES.userCreated });
  });
}

/** Certificates are dated in this time zone, so the browser's value must be a known one. */
export function knownTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
