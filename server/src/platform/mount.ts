import { type Portal, prefixOf } from '@vesalius/contract/calls';
import {
  type AnswerInputOf,
  type BodyOf,
  type Endpoint,
  type Endpoints,
  type ParamsOf,
  paramsSchema,
  type QueryOf,
} from '@vesalius/contract/endpoints';
import { type FieldText, textOfIssue } from '@vesalius/contract/field-text';
import { issueText } from '@vesalius/contract/issue-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Deps } from './deps.ts';
import { ProductError } from './errors.ts';
import { pageLinks } from './page-links.ts';

/** Finds the caller; null if the call needs none. Throws the error that the caller gets. */
export type Identify<Actor> = (
  deps: Deps,
  request: FastifyRequest,
  endpoint: Endpoint,
  portal: Portal,
) => Promise<Actor | null>;

export interface CallContext<E extends Endpoint, Actor> {
  readonly actor: E extends { who: 'open' } ? Actor | null : Actor;
  readonly portal: Portal;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns the answer that the contract names; the handler of a `raw` endpoint sends it itself and returns nothing. */
type Handler<E extends Endpoint, Actor> = (
  call: CallContext<E, Actor>,
) => Promise<E extends { raw: string } ? unknown : AnswerInputOf<E>>;
export type Handlers<Table extends Endpoints, Actor> = {
  readonly [Name in keyof Table]?: Handler<Table[Name], Actor>;
};

/**
 * Registers each call under each of its portals. The guards run in this order: caller, mail (if the call needs it),
 * parameters, query, body. Then the handler runs, and only fields of the answer's schema leave the server. A call without
 * a handler answers 501 `not_implemented`.
 */
export function mount<Table extends Endpoints, Actor>(
  app: FastifyInstance,
  deps: Deps,
  identify: Identify<Actor>,
  table: Table,
  handlers: Handlers<Table, Actor>,
): void {
  for (const [name, endpoint] of Object.entries(table) as [keyof Table & string, Endpoint][]) {
    const handler = handlers[name] as Handler<Endpoint, Actor> | undefined;
    const params = paramsSchema(endpoint);
    for (const portal of endpoint.portals) {
      app.route({
        method: endpoint.method,
        url: `${prefixOf(endpoint, portal)}${endpoint.path}`,
        ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
        config: { call: name },
        async handler(request, reply) {
          // Only features that take files parse multipart.
          if (!endpoint.takesFile && request.isMultipart?.())
            throw new ProductError('unsupported_media_type');
          const actor = await identify(deps, request, endpoint, portal);
          if (!handler) throw new ProductError('not_implemented');
          if (endpoint.needsMail && deps.config.OUTGOING_MAIL === 'off')
            throw new ProductError('mail_unavailable');
          // The file belongs to the caller; a handler may say otherwise.
          if (endpoint.raw) reply.header('cache-control', 'no-store');
          const answer = await handler({
            // The casts join the schema's run-time result to the static type derived from the same schema.
            actor: actor as never,
            portal,
            params: (params ? checkParams(params, request.params) : {}) as never,
            query: check(endpoint.query, request.query) as never,
            body: check(endpoint.body, endpoint.body ? (request.body ?? {}) : undefined) as never,
            request,
            reply,
          });
          // Undefined: it was sent, or the client went away while it was; sending again would end the process.
          if (endpoint.raw) return answer === undefined ? reply : reply.send(answer);
          if (!endpoint.answer) return reply.code(endpoint.status ?? 204).send();
          const parsed = endpoint.answer.parse(answer);
          const links = endpoint.method === 'GET' ? pageLinks(request.url, parsed) : null;
          if (links) reply.header('link', links);
          return reply
            .code(endpoint.status ?? 200)
            .header('cache-control', 'no-store')
            .send(parsed);
        },
      });
    }
  }
}

function checkParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  // An id that is not well formed does not exist.
  if (!result.success) throw new ProductError('not_found');
  return result.data;
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: issueText });
  if (result.success) return result.data;
  const fields: Record<string, FieldText> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= textOfIssue(issue);
  throw new ProductError('invalid', { fields });
}
