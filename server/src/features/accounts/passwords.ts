import { hash, hashRaw, verify } from '@node-rs/argon2';
import { WorkQueue } from '../../platform/work-queue.ts';
import { commonPasswords } from './common-passwords.ts';
import { foldPassword, GUESSED_FIRST } from './guessed-passwords.ts';

/** The package's `Algorithm.Argon2id`, which exists only as a type. */
const ARGON2ID = 2;
/** OWASP's parameters for 19 MiB: about 11 ms of one core. */
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Two concurrent hashes use both cores of a small machine, and leave the event loop and libuv's other threads to everything
 * else. Two hundred waiting hashes take two seconds.
 */
const hashing = new WorkQueue({ concurrency: 2, maxWaiting: 200, retryAfterSeconds: 2 });

/** Different encodings of the same letters are the same password. */
const normalized = (password: string) => password.normalize('NFKC');

/** `site` is the caller's network, for fair queuing. */
export const hashPassword = (password: string, site?: string): Promise<string> =>
  hashing.run(() => hash(normalized(password), ARGON2), site);

/** Recovery codes are short, so they need an equally slow hash; their salt is known, so that they can be looked up. */
export const hashRecoveryCode = (code: string, salt: Buffer, site?: string): Promise<Buffer> =>
  hashing.run(() => hashRaw(code, { ...ARGON2, salt }), site);

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (unknown address, no password) it verifies a dummy hash and returns
 * false, so that both cases take the same time.
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  site?: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const against = passwordHash ?? (await dummyHash);
  const right = await hashing.run(() => verify(against, normalized(password)), site);
  return right && passwordHash !== null;
}

const OF_THE_PRODUCT = ['vesalius'];

/**
 * Whether an attacker would try the password first: a frequently leaked one, a disguised common word, or only names (the
 * product's, the user's, parts of the address).
 */
export function isGuessedFirst(password: string, ownWords: readonly string[] = []): boolean {
  const common = commonPasswords();
  const folded = foldPassword(password);
  if (common.has(normalized(password).toLowerCase()) || common.has(folded)) return true;
  if (GUESSED_FIRST.has(folded) || /^(.)\1*$/.test(folded)) return true;
  const names = [...OF_THE_PRODUCT, ...ownWords.flatMap((text) => text.split(/[@.\s_-]+/))]
    .map(foldPassword)
    .filter((name) => name.length >= 3)
    .sort((one, other) => other.length - one.length);
  // "AdaLovelace1815": nearly nothing remains when the names are removed.
  const remainder = names.reduce((text, name) => text.replaceAll(name, ''), folded);
  return remainder !== folded && remainder.length <= 2;
}
