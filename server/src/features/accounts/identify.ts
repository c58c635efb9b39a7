import { PORTAL_OF_ROLE, type Portal } from '@vesalius/contract/calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import type { Endpoint } from '@vesalius/contract/endpoints';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { siteOf } from '../../platform/networks.ts';
import type { Actor } from './actor.ts';
import { findActor } from './find-actor.ts';

/**
 * The actor of a call, checked in this order: token, the user for whom the page was opened, portal, verified address,
 * second factor.
 */
export async function identify(
  deps: Deps,
  request: FastifyRequest,
  endpoint: Endpoint,
  portal: Portal,
): Promise<Actor | null> {
  const header = request.headers.authorization;
  const token = header && /^Bearer (\S+)$/i.exec(header)?.[1];
  if (!header && endpoint.who === 'open') return null;
  if (!header) throw new ProductError('not_signed_in');
  const actor = token ? await findActor(deps.db, deps.clock, token) : null;
  if (!actor) throw new ProductError('session_ended');
  demandSameUser(request, actor);
  if (portal !== 'root' && PORTAL_OF_ROLE[actor.role] !== portal) throw new ProductError('wrong_portal');
  // Whoever registered an address of somebody else must not use what is given to it: a seat, a program, a role.
  const mustBeVerified = endpoint.who !== 'open' && !endpoint.unverified;
  if (mustBeVerified && !actor.emailVerified) throw new ProductError('not_verified');
  // What an account needs for itself, turning the second step on included, is open before that as well.
  const mustHaveTwo = endpoint.who !== 'open' && !endpoint.unverified && deps.config.staffSecondFactor;
  if (mustHaveTwo && actor.lacksSecondFactor) throw new ProductError('second_factor_missing');
  return { ...actor, site: siteOf(request.ip) };
}

/** A page that was opened for one user writes nothing with the token of another, whoever signed in meanwhile. */
function demandSameUser({ headers }: FastifyRequest, { userId }: Actor): void {
  const openedFor = headers[USER_ID_HEADER];
  if (openedFor !== undefined && openedFor !== userId) throw new ProductError('wrong_person');
}
