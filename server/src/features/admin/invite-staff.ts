import { recordAudit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { findOrInvitePerson } from '../accounts/invite-person.ts';
import { invitationPath } from '../accounts/mail/mail-invitation.ts';
import { issueToken } from '../accounts/one-time-tokens.ts';

/**
 * Lets the operator invite the first staff member, whom nobody could invite on the screens. Also returns the link, because a new
 * installation may have no mail server yet.
 */
export async function inviteStaff(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email, firstName, secondName }: { email: string; firstName: string; secondName: string },
): Promise<{ link: string }> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const invitation = { email, firstName, secondName, role: 'staff', invitedBy: null } as const;
    const { id, invited } = await findOrInvitePerson(tx, invitation, now);
    demand(invited, 'email_taken');
    const detail = { role: 'staff', by: 'operator' };
    const record = { actorId: null, subjectType: 'user', subjectId: id, detail };
    await recordAudit(tx, { action: 'user.invite', ...record }, now);
    const token = await issueToken(tx, { userId: id, purpose: 'invitation', now });
    return { link: `${config.publicUrl}${invitationPath(token, email)}` };
  });
}
