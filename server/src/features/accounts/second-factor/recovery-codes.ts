import { randomBytes } from 'node:crypto';
import { hashRecoveryCode } from '../passwords.ts';

const RECOVERY_CODE_COUNT = 10;
/** No letter that is taken for another or for a digit (50 bits in ten). */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789';
const LENGTH = 10;

/** As written down: `k7d2m-9xq4c`. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** However it was typed; null when it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.length === LENGTH ? letters : null;
}

/** Ten codes to be shown once, and what is kept of them. One salt: a code that is typed is hashed once. */
export async function newRecoveryCodes(
  site?: string,
): Promise<{ codes: string[]; hashes: Buffer[]; salt: Buffer }> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code.replace('-', ''), salt, site)));
  return { codes, hashes, salt };
}
