import { isRefusedInPreview, PORTAL_OF_ROLE, type Portal } from '@vesalius/contract/calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import type { Endpoint } from '@vesalius/contract/endpoints';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { siteOf } from '../../platform/networks.ts';
import type { Actor } from './actor.ts';
import { findActor } from './find-actor.ts';
import { findPreviewReader, isPreviewToken } from './preview-reader.ts';
import { isOfDeletedAccount } from './session-queries.ts';
import { hashToken } from './tokens.ts';

/** The actor of a call, checked in this order: token, the page's user, portal, verified address, second factor. */
export async function identify(
  deps: Deps,
  request: FastifyRequest,
  endpoint: Endpoint,
  portal: Portal,
): Promise<Actor | null> {
  if (endpoint.ignoresSession) return null;
  const header = request.headers.authorization;
  const token = header && /^Bearer (\S+)$/i.exec(header)?.[1];
  if (!header && endpoint.who === 'open') return null;
  if (!header) throw new ProductError('not_signed_in');
  const actor = token ? await actorOf(deps, token) : null;
  if (!actor) throw new ProductError(await whyEnded(deps, token));
  demandSameUser(request, actor);
  if (portal !== 'root' && PORTAL_OF_ROLE[actor.role] !== portal) throw new ProductError('wrong_portal');
  if (actor.preview && isRefusedInPreview(endpoint)) throw new ProductError('preview_only');
  // A user who registered another person's address must not use what that address is given: a seat, a program, a role.
  const mustBeVerified = endpoint.who !== 'open' && !endpoint.unverified;
  if (mustBeVerified && !actor.emailVerified) throw new ProductError('not_verified');
  // Calls that an account needs for itself, including turning on the second factor, are open before that as well.
  const needsSecondFactor = endpoint.who !== 'open' && !endpoint.unverified && deps.config.staffSecondFactor;
  if (needsSecondFactor && actor.lacksSecondFactor) throw new ProductError('second_factor_missing');
  return { ...actor, site: siteOf(request.ip) };
}

const actorOf = (deps: Deps, token: string): Promise<Actor | null> =>
  isPreviewToken(token) ? findPreviewReader(deps, token) : findActor(deps.db, deps.clock, token);

/** Of a deletion whose answer was lost, this is the only word that the browser gets. */
const whyEnded = async ({ db }: Deps, token: string | undefined) =>
  token !== undefined && (await isOfDeletedAccount(db, hashToken(token)))
    ? 'account_deleted'
    : 'session_ended';

/** A page that was opened by one user must not write with the token of another who has signed in since. */
function demandSameUser({ headers }: FastifyRequest, { userId }: Actor): void {
  const openedFor = headers[USER_ID_HEADER];
  if (openedFor !== undefined && openedFor !== userId) throw new ProductError('wrong_person');
}
