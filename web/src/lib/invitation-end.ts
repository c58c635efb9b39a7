import { INVITATION_DAYS, INVITATION_RESEND_HOURS } from '@vesalius/contract/people-import-limits';

/** When the link of an invitation stops working. */
export const invitationEnd = (sentAt: string): string =>
  new Date(Date.parse(sentAt) + INVITATION_DAYS * 86_400_000).toISOString();

export const isInvitationOver = (sentAt: string): boolean => Date.parse(invitationEnd(sentAt)) <= Date.now();

/** When the invitation can be sent again; null = now. The server ignores a time in the future, too. */
export function resendFrom(sentAt: string | null): string | null {
  if (sentAt === null) return null;
  const from = Date.parse(sentAt) + INVITATION_RESEND_HOURS * 3_600_000;
  return Date.parse(sentAt) <= Date.now() && from > Date.now() ? new Date(from).toISOString() : null;
}
