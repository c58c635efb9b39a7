/**
 * What a call is, without its schemas: this is all that a browser has to load in order to make it.
 * A feature's calls stand in `<feature>-calls.ts`; its schemas, joined to them, in `<feature>.ts`.
 */

/** Who owns a group of addresses. `root` has no prefix and serves every role. */
export type Portal = 'customer' | 'author' | 'editor' | 'program_director' | 'admin' | 'root';
export type Role = 'customer' | 'author' | 'editor' | 'program_director' | 'staff';

export const PORTAL_PREFIX: Readonly<Record<Portal, string>> = {
  customer: '/customer_portal/v1',
  author: '/author_portal/v1',
  editor: '/editor_portal/v1',
  program_director: '/program_director_portal/v1',
  admin: '/admin_portal/v1',
  root: '',
};

export const EVERY_PORTAL = ['customer', 'author', 'editor', 'program_director', 'admin'] as const;

export const PORTAL_OF_ROLE: Readonly<Record<Role, Portal>> = {
  customer: 'customer',
  author: 'author',
  editor: 'editor',
  program_director: 'program_director',
  staff: 'admin',
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly method: Method;
  /** Below the portal's prefix; parameters as `:name`. */
  readonly path: string;
  readonly portals: readonly Portal[];
  /** `token` (default): a valid token of the portal's role. `open`: nobody has to sign in; a token is still read. */
  readonly who?: 'token' | 'open';
  /**
   * About what the caller has bought or earned, which stays theirs in every role. Staff find it below `/own`: without
   * that, `/payments` and `/certificates` of their portal are everybody's.
   */
  readonly isOwn?: boolean;
}

/** What stands before a call's path in one of its portals. */
export const prefixOf = ({ isOwn }: Pick<Call, 'isOwn'>, portal: Portal): string =>
  `${PORTAL_PREFIX[portal]}${isOwn && portal === 'admin' ? '/own' : ''}`;

/** Keeps the literal types, so that a wrong portal or parameter is a compile error where the call is made. */
export function defineCalls<const Calls extends Record<string, Call>>(calls: Calls): Calls {
  return calls;
}
