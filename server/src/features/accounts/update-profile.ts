import type { UpdateProfileBody } from '@vesalius/contract/accounts-bodies';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { User } from '@vesalius/contract/users';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { scheduleUnusedCheck } from '../../platform/unused-uploads.ts';
import { demandImage } from '../../platform/uploads.ts';
import type { Actor } from './actor.ts';
import { imageUrl, presentUser } from './present-user.ts';
import { findUserById, updateUserProfile } from './queries.ts';
import { demandReferences, knownTimeZone } from './register.ts';

export async function updateProfile(
  { db, clock, config, storage }: Pick<Deps, 'db' | 'clock' | 'config' | 'storage'>,
  actor: Actor,
  body: z.output<typeof UpdateProfileBody>,
): Promise<User> {
  const now = clock.now();
  await demandReferences(db, { countryId: body.country_id, professionId: body.job_id });
  const before = await findUserById(db, actor.userId, now);
  demand(before, 'session_ended');
  // The form sends the current image back; only a different one must be an upload.
  const isAnother = body.image !== undefined && body.image !== imageUrl(before.imageKey);
  const imageKey = !isAnother
    ? undefined
    : body.image
      ? await demandImage(storage, body.image, 'avatar')
      : null;
  return inTransaction(db, async (tx) => {
    await updateUserProfile(tx, actor.userId, {
      firstName: body.first_name,
      secondName: body.second_name,
      phone: body.phone,
      institution: body.institution,
      countryId: body.country_id,
      city: body.city,
      professionId: body.job_id,
      imageKey,
      language: body.language,
      timeZone: body.time_zone === undefined ? undefined : knownTimeZone(body.time_zone),
      wantsDigest: body.wants_digest,
      wantsWeekly: body.wants_weekly,
      wantsWorkComments: body.wants_work_comments,
    });
    if (isAnother && before.imageKey) await scheduleUnusedCheck(tx, [before.imageKey], now);
    const user = await findUserById(tx, actor.userId, now);
    demand(user, 'session_ended');
    return { ...presentUser(user, config), message: SUCCESS_MESSAGES.userUpdated };
  });
}
