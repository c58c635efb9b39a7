import type { Role } from '@vesalius/contract/calls';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { getSession } from '../lib/session.ts';
import type { Session } from '../lib/stored-session.ts';
import { notify } from '../ui/notify.ts';
import type { AppContext } from './app-context.ts';
import { sayNoInstitution } from './say-no-institution.ts';

/**
 * Who may open a screen. `anybody` is the default: public pages, and pages whose calls check access. The server decides about
 * every call; guards only save users from a page without content.
 */
export type Guard =
  | 'anybody'
  /** Also for users whose address is not verified. */
  | 'verification'
  /** Only for users whose address is not verified. */
  | 'unverified'
  | 'guest'
  | 'signed-in'
  /** Signed in, verified or not: changing one's password. */
  | 'account'
  | 'institution'
  | readonly Role[];

/** Who has the full menu. A seat, the beta or a role is given to an address, so it needs a verified one. */
export const isFullMember = (session: Session): boolean => session.emailVerified;

/** Where to go instead; null = the screen may open. */
export function redirectOf(
  guard: Guard,
  session: Session | null,
  address: URL,
): { to: string; because?: 'registerFirst' | 'wrongRole' | 'institutionOnly' } | null {
  const wanted = `${address.pathname}${address.search}`;
  if (guard === 'verification') return null;
  const next = safeNext(address.searchParams.get('next'));
  if (guard === 'unverified') {
    if (!session) return { to: paths.home.to() };
    return isFullMember(session) ? { to: next } : null;
  }
  if (guard === 'guest') return session ? { to: next } : null;
  if (session && !isFullMember(session) && guard !== 'account')
    return { to: paths.missingVerification.to(wanted) };
  if (guard === 'anybody') return null;
  if (!session)
    return { to: `${paths.home.to()}?next=${encodeURIComponent(wanted)}`, because: 'registerFirst' };
  // Managers can still see an institution that has ended.
  if (guard === 'institution' && !session.hasInstitution && !session.managesInstitution)
    return { to: paths.home.to(), because: 'institutionOnly' };
  if (typeof guard === 'object' && !guard.includes(session.role))
    return { to: paths.home.to(), because: 'wrongRole' };
  return null;
}

/** The same in a route's loader: throws the redirect and shows the reason. Does nothing on the server. */
export function guardRoute(guard: Guard, context: AppContext, { request }: LoaderFunctionArgs): void {
  if (typeof document === 'undefined') return;
  const elsewhere = redirectOf(guard, getSession(), new URL(request.url));
  if (!elsewhere) return;
  // A visitor who followed a link did nothing wrong.
  if (elsewhere.because === 'institutionOnly') void sayNoInstitution(context);
  else if (elsewhere.because)
    notify(
      elsewhere.because === 'registerFirst' ? 'info' : 'error',
      context.i18n.t(`guard.${elsewhere.because}`, { ns: 'shell' }),
    );
  throw redirect(elsewhere.to);
}
