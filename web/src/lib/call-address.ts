import { type Call, PORTAL_OF_ROLE, type Portal, prefixOf } from '@vesalius/contract/calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import { framedPreview, type Session } from './stored-session.ts';

/* The address and identity of a call: for the typed client, and for the inline start script, which cannot load that. */

export const portalOf = (session: Session | null): Portal =>
  session ? PORTAL_OF_ROLE[session.role] : 'customer';

/** The portal for a call in this session. `isOwn`: send the session's token; another role's portal refuses it. */
export function portalFor(
  call: Call,
  session: Session | null,
  chosen?: Portal,
): { readonly portal: Portal; readonly isOwn: boolean } {
  const own = portalOf(session);
  const portal = chosen ?? (call.portals.includes(own) ? own : (call.portals[0] as Portal));
  return { portal, isOwn: session !== null && (portal === own || portal === 'root') };
}

export const pathOf = (
  call: Call,
  portal: Portal,
  params: Readonly<Record<string, string | number>> = {},
): string =>
  prefixOf(call, portal) +
  call.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

/** Of a call that nobody is signed in for: a preview is shown to visitors as well. */
export function visitorHeaders(portal: Portal): Record<string, string> {
  const framed = portal === 'customer' ? framedPreview() : null;
  return framed?.as === 'visitor' ? { authorization: `Bearer ${framed.token}` } : {};
}

/** The token, and the user for whom the tab was opened: the server refuses a mismatch. */
export const identityOf = (
  { token, userId }: Session,
  tabUserId: string | null = userId,
): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  [USER_ID_HEADER]: tabUserId ?? userId,
});
