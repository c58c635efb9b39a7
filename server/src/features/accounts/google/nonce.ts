import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Secret } from '../../../config/config.ts';
import { affected, type Db } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/*
 * The nonce binds an ID token to a sign-in that began here recently: the server makes and signs it, the provider repeats it in
 * the token, and it is valid once. So a token that leaks later is useless. It expires by the machine's time, like the
 * provider's tokens.
 */
const NONCE_LIFE_MS = 10 * MINUTE_MS;

const sign = (secret: Secret, text: string) =>
  createHmac('sha256', secret.reveal()).update(`nonce\n${text}`).digest('base64url');

export function makeNonce(secret: Secret): string {
  const text = `${(Date.now() + NONCE_LIFE_MS).toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${sign(secret, text)}`;
}

export function isOurNonce(secret: Secret, nonce: string): boolean {
  const [expires = '', random = '', given = ''] = nonce.split('.');
  const expected = Buffer.from(sign(secret, `${expires}.${random}`));
  const actual = Buffer.from(given);
  const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isSigned && Number.parseInt(expires, 36) > Date.now();
}

/** False if it was used before. */
export async function useNonceOnce(db: Db, nonce: string): Promise<boolean> {
  const now = new Date();
  const rows = await affected(
    db,
    sql`
      with old as (delete from used_nonces where expires_at < ${now})
      insert into used_nonces (nonce_hash, expires_at)
      values (${createHash('sha256').update(nonce).digest()}, ${new Date(now.getTime() + NONCE_LIFE_MS)})
      on conflict do nothing`,
  );
  return rows === 1;
}
