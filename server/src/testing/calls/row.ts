/**
 * What a row of the table of calls is: the good request, and who of those whom the contract lets through may make it.
 * The rules are written from decisions.md and the specification, never from what the server answers.
 */
import type { Caller, World } from './world.ts';

export interface GoodRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** Instead of the caller's own: for calls that end a session or an account. */
  readonly token?: string | null;
}
export interface Rule {
  readonly words: string;
  /** `ok` = the success of the contract. */
  of(caller: Caller): 'ok' | number;
}
export interface Row {
  readonly rule: Rule;
  /** Made anew for each request; it may make what the call is going to change. */
  good?(world: World, caller: Caller): GoodRequest | Promise<GoodRequest>;
  /** What a well-formed id that belongs to nothing is answered with; 404 unless said. */
  readonly absent?: number;
}

export const everybody: Rule = { words: 'everybody whom the contract lets through', of: () => 'ok' };
/** For what nobody can do from here: the words say why. */
export const nobody = (status: number, words: string): Rule => ({ words, of: () => status });
export const only = (callers: readonly Caller[], otherwise: number, words: string): Rule => ({
  words,
  of: (caller) => (callers.includes(caller) ? 'ok' : otherwise),
});
/** Some, and those that see it and may not, and nobody else knows that it is there. */
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
/** decisions.md part 2: the one policy. */
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

/** Whose things those of an owner-only call are: the caller's own where they have some. */
export const NOBODY = '0198c0de-0000-7000-8000-000000000000';
