import { randomBytes } from 'node:crypto';
import { hashRecoveryCode } from '../passwords.ts';

const RECOVERY_CODE_COUNT = 10;
/** No letter that can be confused with another one or with a digit (ten have 50 bits). */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789';
const LENGTH = 10;

/** In the displayed form: `k7d2m-9xq4c`. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Accepts any way of typing it; null if it cannot be a code. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.length === LENGTH ? letters : null;
}

/** Ten codes to show once, and their hashes. They share one salt, so that a typed code is hashed once. */
export async function newRecoveryCodes(
  site?: string,
): Promise<{ codes: string[]; hashes: Buffer[]; salt: Buffer }> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code.replace('-', ''), salt, site)));
  return { codes, hashes, salt };
}
