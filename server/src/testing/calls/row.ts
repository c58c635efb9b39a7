/**
 * A row of the table of calls: a valid request, and which of the callers that the contract admits may make it. The rules are
 * written from the specification, never from the server's answers.
 */
import type { Caller, World } from './world.ts';

export interface GoodRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** Replaces the caller's token: for calls that end a session or an account. */
  readonly token?: string | null;
}
export interface Rule {
  readonly words: string;
  /** `ok` = the success status of the contract. */
  of(caller: Caller): 'ok' | number;
}
export interface Row {
  readonly rule: Rule;
  /** Called for each request; it may create what the call is going to change. */
  good?(world: World, caller: Caller): GoodRequest | Promise<GoodRequest>;
  /** The status for a well-formed id that does not exist; 404 by default. */
  readonly absent?: number;
}

export const everybody: Rule = { words: 'everybody whom the contract lets through', of: () => 'ok' };
/** For calls that no caller can complete in this world: `words` says why. */
export const nobody = (status: number, words: string): Rule => ({ words, of: () => status });
export const only = (callers: readonly Caller[], otherwise: number, words: string): Rule => ({
  words,
  of: (caller) => (callers.includes(caller) ? 'ok' : otherwise),
});
/** Some callers may; some see the object but may not; for the others it does not exist. */
export const ladder = (
  callers: readonly Caller[],
  seeing: readonly Caller[],
  words: string,
  otherwise = 404,
): Rule => ({
  words,
  of: (caller) => (callers.includes(caller) ? 'ok' : seeing.includes(caller) ? 403 : otherwise),
});

const READING: readonly Caller[] = [
  ...(['subscriber', 'beta', 'member', 'manager', 'student', 'fellow'] as const),
  ...(['author', 'editor', 'producer', 'director', 'staff'] as const),
];
/** The one policy of access to content. */
export const readers = only(READING, 403, 'who may read the book; others are told to subscribe');
export const owner = (otherwise = 404) =>
  only(['subscriber'], otherwise, 'its owner; for everybody else it does not exist');
export const inProgram = only(
  ['student', 'fellow', 'director'],
  404,
  'students and directors of the program; for others it does not exist',
);
export const directs = only(['director'], 404, 'a director of this program; for others it does not exist');
export const manages = ladder(
  ['manager'],
  ['member'],
  'the manager; members are refused, for others there is no institution',
);

/** An id that belongs to nothing. */
export const NOBODY = '0198c0de-0000-7000-8000-000000000000';
