import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../config/config.ts';

/**
 * A short-lived permission to read files, inside the URL: a shared link expires. A grant covers a file or a folder (the
 * first `depth` segments of the key), and checking it needs no database.
 */
const signature = (secret: Secret, scope: string, expires: string) =>
  // The prefix names the purpose: no other signature made with this secret passes for a grant.
  createHmac('sha256', secret.reveal()).update(`file\n${expires}\n${scope}`).digest('base64url');

/** Expiry is rounded up to a quarter of the lifetime, so that URLs stay the same for a while and browsers can cache. */
export function makeGrant(secret: Secret, scope: string, now: Date, lifeSeconds: number): string {
  const step = Math.max(1, Math.floor(lifeSeconds / 4));
  const expires = (Math.ceil((now.getTime() / 1000 + lifeSeconds) / step) * step).toString(36);
  const clean = scope.replace(/\/+$/, '');
  return `${expires}.${clean.split('/').length}.${signature(secret, clean, expires)}`;
}

/** How many seconds the grant remains valid for `key`; 0 or less = it is not valid. */
export function grantLifeLeft(secret: Secret, key: string, grant: string, now: Date): number {
  const [expires, depth, given] = grant.split('.');
  if (!expires || !depth || !given) return 0;
  const scope = key.split('/').slice(0, Number(depth)).join('/');
  const expected = Buffer.from(signature(secret, scope, expires));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 0;
  return Number.parseInt(expires, 36) - now.getTime() / 1000;
}

/** The URL of a file with its grant. Keys that begin with `public/` need none. */
export function fileUrl(secret: Secret, key: string, now: Date, lifeSeconds = 900): string {
  if (key.startsWith('public/')) return `/files/${key}`;
  return `/files/${key}?grant=${makeGrant(secret, key, now, lifeSeconds)}`;
}
