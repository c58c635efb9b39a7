import { createHmac, timingSafeEqual } from 'node:crypto';
import { OPTIONAL_LETTERS, type OptionalLetter } from '@vesalius/contract/letters';
import type { Secret } from '../../../config/config.ts';

/** Whose letter a link turns off. */
export interface LetterOfUser {
  readonly userId: string;
  readonly letter: OptionalLetter;
}

const SIGNED_BYTES = 17;

/**
 * In the links of optional letters, as long as the mail is kept: it does not expire, and it can do nothing but turn one letter
 * of one account on and off.
 */
export function unsubscribeToken(secret: Secret, { userId, letter }: LetterOfUser): string {
  const signed = Buffer.concat([
    Buffer.of(OPTIONAL_LETTERS.indexOf(letter)),
    Buffer.from(userId.replaceAll('-', ''), 'hex'),
  ]);
  return Buffer.concat([signed, signature(secret, signed)]).toString('base64url');
}

// The first word tells what is signed: nothing else that this secret signs can be taken for a token.
const signature = (secret: Secret, signed: Buffer): Buffer =>
  createHmac('sha256', secret.reveal()).update('unsubscribe\n').update(signed).digest();

export function readUnsubscribeToken(secret: Secret, token: string): LetterOfUser | null {
  const bytes = Buffer.from(token, 'base64url');
  const signed = bytes.subarray(0, SIGNED_BYTES);
  const expected = signature(secret, signed);
  const given = bytes.subarray(SIGNED_BYTES);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const letter = OPTIONAL_LETTERS[signed[0] as number];
  const userId = signed.toString('hex', 1).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return letter ? { userId, letter } : null;
}
