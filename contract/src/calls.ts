/**
 * A call without its schemas: all that a browser needs to make it. The calls of a feature are in `<feature>-calls.ts`; its
 * schemas, joined to them, in `<feature>.ts`.
 */

/** A group of addresses for one role. `root` has no prefix and serves every role. */
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
  /** The path below the portal's prefix; parameters as `:name`. */
  readonly path: string;
  readonly portals: readonly Portal[];
  /** `token` (default): requires a token of the portal's role. `open`: requires none; a sent token is still read. */
  readonly who?: 'token' | 'open';
  /**
   * About what the caller has bought or earned, in any role. For staff it is below `/own`, because `/payments` and
   * `/certificates` of their portal list everyone's.
   */
  readonly isOwn?: boolean;
  /** What an account has: a preview has none. */
  readonly needsAccount?: boolean;
  /** An open call whose address says whom it is for: a session is neither sent nor read. */
  readonly ignoresSession?: boolean;
}

/** A preview reads one book, stores nothing, and is no account. */
export const isRefusedInPreview = ({
  method,
  needsAccount,
}: Pick<Call, 'method' | 'needsAccount'>): boolean => method !== 'GET' || needsAccount === true;

/** The prefix of a call's path in one of its portals. */
export const prefixOf = ({ isOwn }: Pick<Call, 'isOwn'>, portal: Portal): string =>
  `${PORTAL_PREFIX[portal]}${isOwn && portal === 'admin' ? '/own' : ''}`;

/** Keeps the literal types, so that a wrong portal or parameter does not compile. */
export function defineCalls<const Calls extends Record<string, Call>>(calls: Calls): Calls {
  return calls;
}
