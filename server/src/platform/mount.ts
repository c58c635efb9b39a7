import { PORTAL_OF_ROLE, type Portal, prefixOf } from '@vesalius/contract/calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import {
  type AnswerInputOf,
  type BodyOf,
  type Endpoint,
  type Endpoints,
  type ParamsOf,
  paramsSchema,
  type QueryOf,
} from '@vesalius/contract/endpoints';
import { issueText } from '@vesalius/contract/issue-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Deps } from './deps.ts';
import { ProductError } from './errors.ts';
import { siteOf } from './networks.ts';
import { pageLinks } from './page-links.ts';
import { type Actor, findActor } from './session.ts';

export interface CallContext<E extends Endpoint> {
  readonly actor: E extends { who: 'open' } ? Actor | null : Actor;
  readonly portal: Portal;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers with what the contract says; a `raw` endpoint sends by itself and returns nothing. */
type Handler<E extends Endpoint> = (
  call: CallContext<E>,
) => Promise<E extends { raw: string } ? unknown : AnswerInputOf<E>>;
export type Handlers<Table extends Endpoints> = { readonly [Name in keyof Table]?: Handler<Table[Name]> };

/**
 * Registers each call under each of its portals. The guards stand in the order in which they are checked:
 * token, the user for whom the page was opened, portal, verified address, mail (where the call needs it), parameters,
 * query, body; only then the handler runs, and only what the answer's schema names leaves. A call without a handler
 * answers 501 `not_implemented`.
 */
export function mount<Table extends Endpoints>(
  app: FastifyInstance,
  deps: Deps,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [name, endpoint] of Object.entries(table) as [keyof Table & string, Endpoint][]) {
    const handler = handlers[name] as Handler<Endpoint> | undefined;
    const params = paramsSchema(endpoint);
    for (const portal of endpoint.portals) {
      app.route({
        method: endpoint.method,
        url: `${prefixOf(endpoint, portal)}${endpoint.path}`,
        ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
        config: { call: name },
        async handler(request, reply) {
          // Read by features that take files, and by no other call.
          if (!endpoint.takesFile && request.isMultipart?.())
            throw new ProductError('unsupported_media_type');
          const actor = await identify(deps, request, endpoint, portal);
          if (!handler) throw new ProductError('not_implemented');
          if (endpoint.needsMail && deps.config.OUTGOING_MAIL === 'off')
            throw new ProductError('mail_unavailable');
          const answer = await handler({
            // The three casts join the schema's run-time result to the static type derived from the same schema.
            actor: actor as never,
            portal,
            params: (params ? checkParams(params, request.params) : {}) as never,
            query: check(endpoint.query, request.query) as never,
            body: check(endpoint.body, endpoint.body ? (request.body ?? {}) : undefined) as never,
            request,
            reply,
          });
          if (endpoint.raw) return reply.sent ? reply : reply.send(answer);
          if (!endpoint.answer) return reply.code(endpoint.status ?? 204).send();
          const told = endpoint.answer.parse(answer);
          const links = endpoint.method === 'GET' ? pageLinks(request.url, told) : null;
          if (links) reply.header('link', links);
          return reply
            .code(endpoint.status ?? 200)
            .header('cache-control', 'no-store')
            .send(told);
        },
      });
    }
  }
}

async function identify(
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

function checkParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  // An id that cannot exist is an id that does not exist.
  if (!result.success) throw new ProductError('not_found');
  return result.data;
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: issueText });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw new ProductError('invalid', { fields });
}
