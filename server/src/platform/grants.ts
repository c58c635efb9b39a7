import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../config/config.ts';

/**
 * Short-lived permission to read files, carried in the address: a link copied to someone else dies with its time.
 * A grant covers a file or a folder (the first `depth` segments of the key) and needs no database to check.
 */
const signature = (secret: Secret, scope: string, expires: string) =>
  // The first word tells what is signed: nothing else that this secret signs can be taken for a grant.
  createHmac('sha256', secret.reveal()).update(`file\n${expires}\n${scope}`).digest('base64url');

/** Expiry is rounded up to a whole quarter of its life, so that addresses stay the same and browsers can cache. */
export function makeGrant(secret: Secret, scope: string, now: Date, lifeSeconds: number): string {
  const step = Math.max(1, Math.floor(lifeSeconds / 4));
  const expires = (Math.ceil((now.getTime() / 1000 + lifeSeconds) / step) * step).toString(36);
  const clean = scope.replace(/\/+$/, '');
  return `${expires}.${clean.split('/').length}.${signature(secret, clean, expires)}`;
}

/** Seconds that the grant is still good for `key`; 0 or less = it is not. */
export function grantLifeLeft(secret: Secret, key: string, grant: string, now: Date): number {
  const [expires, depth, given] = grant.split('.');
  if (!expires || !depth || !given) return 0;
  const scope = key.split('/').slice(0, Number(depth)).join('/');
  const expected = Buffer.from(signature(secret, scope, expires));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 0;
  return Number.parseInt(expires, 36) - now.getTime() / 1000;
}

/** The address of a file with its grant. Keys that begin with `public/` need none. */
export function fileUrl(secret: Secret, key: string, now: Date, lifeSeconds = 900): string {
  if (key.startsWith('public/')) return `/files/${key}`;
  return `/files/${key}?grant=${makeGrant(secret, key, now, lifeSeconds)}`;
}
