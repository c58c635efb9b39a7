/** Users and calls on a running application: for tests, and for programs outside of the test runner. */

import type { ErrorBody } from '@vesalius/contract/atoms';
import { type Call, PORTAL_OF_ROLE, type Portal, prefixOf, type Role } from '@vesalius/contract/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { hashToken, newToken } from '../features/accounts/tokens.ts';
import type { SettableClock } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { DAY_MS } from '../platform/durations.ts';
import { newId } from '../platform/ids.ts';
import { buildUser, type UserFields } from './factories.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly token: string;
}

export interface CallOptions {
  as?: Person | string | null;
  /** By default the portal of the user's role, or customer. */
  portal?: Portal;
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body & Partial<ErrorBody>;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

export interface CallingApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly clock: SettableClock;
  /** A user with a session. */
  person(fields?: UserFields): Promise<Person>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  call<Body = any>(call: Call, options?: CallOptions): Promise<Answer<Body>>;
}

export function callingApp(app: FastifyInstance, deps: Deps, clock: SettableClock): CallingApp {
  const { db } = deps;
  return {
    app,
    deps,
    clock,
    async person(fields = {}) {
      const user = await buildUser(db, fields);
      const token = newToken();
      const now = clock.now();
      await sql`insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
        values (${newId()}, ${user.id}, ${hashToken(token)}, ${now}, ${now}, ${new Date(now.getTime() + 400 * DAY_MS)})`.execute(
        db,
      );
      return { id: user.id, email: user.email, role: user.role, token };
    },
    async call<Body>(
      call: Call,
      { as = null, portal, params = {}, query = {}, body, headers = {} }: CallOptions = {},
    ) {
      const defaultPortal = as && typeof as === 'object' ? PORTAL_OF_ROLE[as.role] : 'customer';
      const at =
        portal ?? (call.portals.includes(defaultPortal) ? defaultPortal : (call.portals[0] as Portal));
      const path = call.path.replace(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(params[name] ?? name),
      );
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) search.set(name, String(value));
      const token = as && typeof as === 'object' ? as.token : as;
      const response = await app.inject({
        method: call.method,
        url: `${prefixOf(call, at)}${path}${search.size ? `?${search}` : ''}`,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(response.headers['content-type'] ?? '').includes('json');
      return {
        status: response.statusCode,
        body: (isJson ? response.json() : {}) as Answer<Body>['body'],
        headers: response.headers,
        text: response.body,
      };
    },
  };
}
