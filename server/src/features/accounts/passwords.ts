import { hash, hashRaw, verify } from '@node-rs/argon2';
import { WorkQueue } from '../../platform/work-queue.ts';
import { commonPasswords } from './common-passwords.ts';
import { foldPassword, GUESSED_FIRST } from './guessed-passwords.ts';

/** The package's `Algorithm.Argon2id`, which exists as a type only. */
const ARGON2ID = 2;
/** As OWASP gives it for 19 MiB: about 11 ms of one core. */
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Two at once in one process keep both cores of a small machine busy and leave the event loop, and libuv's other
 * threads, to everything else. Two hundred waiting are two seconds.
 */
const hashing = new WorkQueue({ concurrency: 2, maxWaiting: 200, retryAfterSeconds: 2 });

/** Two ways to type the same letter are the same password on every keyboard. */
const normal = (password: string) => password.normalize('NFKC');

/** `site`: the network that asks for it, which waits its turn. */
export const hashPassword = (password: string, site?: string): Promise<string> =>
  hashing.run(() => hash(normal(password), ARGON2), site);

/** Recovery codes are short, so that they are hashed as slowly; with a salt that is known, so that they can be found. */
export const hashRecoveryCode = (code: string, salt: Buffer, site?: string): Promise<Buffer> =>
  hashing.run(() => hashRaw(code, { ...ARGON2, salt }), site);

let dummyHash: Promise<string> | undefined;

/**
 * True when the password is the hash's. Without a hash (unknown address, no password set) a hash of nothing is
 * verified all the same and the answer is false: both take the same time.
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  site?: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const against = passwordHash ?? (await dummyHash);
  const right = await hashing.run(() => verify(against, normal(password)), site);
  return right && passwordHash !== null;
}

const OF_THE_PRODUCT = ['vesalius'];

/**
 * Is it what an attacker tries first: one of the passwords that leaked most often, a well-known word in some dress, or
 * nothing but names (the product's, the person's own, their address)?
 */
export function isGuessedFirst(password: string, own: readonly string[] = []): boolean {
  const common = commonPasswords();
  const folded = foldPassword(password);
  if (common.has(normal(password).toLowerCase()) || common.has(folded)) return true;
  if (GUESSED_FIRST.has(folded) || /^(.)\1*$/.test(folded)) return true;
  const names = [...OF_THE_PRODUCT, ...own.flatMap((text) => text.split(/[@.\s_-]+/))]
    .map(foldPassword)
    .filter((name) => name.length >= 3)
    .sort((one, other) => other.length - one.length);
  // "AdaLovelace1815": what is left when the names are taken out is nearly nothing.
  const left = names.reduce((rest, name) => rest.replaceAll(name, ''), folded);
  return left !== folded && left.length <= 2;
}
