import { INVITATION_DAYS } from '@vesalius/contract/people-import-limits';

/** When the link of an invitation stops working. */
export const invitationEnd = (sentAt: string): string =>
  new Date(Date.parse(sentAt) + INVITATION_DAYS * 86_400_000).toISOString();

export const isInvitationOver = (sentAt: string): boolean => Date.parse(invitationEnd(sentAt)) <= Date.now();
