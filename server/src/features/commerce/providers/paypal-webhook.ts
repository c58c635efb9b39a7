import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { ProductError } from '../../../platform/errors.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';

const FETCH_TIMEOUT_MS = 10_000;
const MAX_KEPT_CERTIFICATES = 8;
/** PayPal uses a few certificates for years; a sender that names more has invented them. */
const MAX_FETCHES_PER_MINUTE = 30;

/**
 * Verifies locally that PayPal signed a delivery: RSA-SHA256 over `id|time|webhook id|crc32 of the body as received`.
 * The delivery states the certificate's address, and anybody may post one. Therefore certificates are fetched only
 * from the configured API (or from its emulator), only a few per minute, and cached if valid. Throws `unavailable` if
 * too many were requested: PayPal delivers again.
 */
export function webhookVerifier(options: {
  baseUrl: string;
  webhookId: string;
  fetch?: typeof fetch;
}): (headers: Record<string, string | undefined>, rawBody: string) => Promise<boolean> {
  const kept = new LRUCache<string, KeyObject>({ max: MAX_KEPT_CERTIFICATES });
  const underWay = new Map<string, Promise<KeyObject>>();
  const fetching = new WorkQueue({ concurrency: 2, maxWaiting: 4, retryAfterSeconds: 30 });
  const origins = certificateOrigins(options.baseUrl);
  let fetches = { since: 0, count: 0 };

  function countFetch(): void {
    const now = Date.now();
    if (now - fetches.since >= MINUTE_MS) fetches = { since: now, count: 0 };
    fetches.count += 1;
    if (fetches.count > MAX_FETCHES_PER_MINUTE)
      throw new ProductError('unavailable', { retryAfterSeconds: MINUTE_MS / 1000 });
  }

  /** Normalizes the address of one of PayPal's certificates; null for every other address. */
  function certificateAddress(address: string): string | null {
    if (!URL.canParse(address)) return null;
    const { origin, hostname, pathname } = new URL(address);
    if (!origins.has(origin)) return null;
    return /(^|\.)paypal\.com$/.test(hostname) && !CERTIFICATE_PATH.test(pathname) ? null : origin + pathname;
  }

  async function fetchKey(address: string): Promise<KeyObject> {
    const answer = await (options.fetch ?? fetch)(address, {
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      redirect: 'error',
    });
    const key = createPublicKey(await answer.text());
    kept.set(address, key);
    return key;
  }

  async function publicKey(address: string): Promise<KeyObject> {
    const known = kept.get(address) ?? underWay.get(address);
    if (known) return known;
    fetching.assertNotFull();
    countFetch();
    const key = fetching.run(() => fetchKey(address)).finally(() => underWay.delete(address));
    underWay.set(address, key);
    return key;
  }

  return async (headers, rawBody) => {
    const id = headers['paypal-transmission-id'];
    const time = headers['paypal-transmission-time'];
    const signature = headers['paypal-transmission-sig'];
    const address = certificateAddress(headers['paypal-cert-url'] ?? '');
    if (!id || !time || !signature || !address) return false;
    if ((headers['paypal-auth-algo'] ?? 'SHA256withRSA') !== 'SHA256withRSA') return false;
    const signed = `${id}|${time}|${options.webhookId}|${crc32(Buffer.from(rawBody))}`;
    try {
      return createVerify('sha256')
        .update(signed)
        .verify(await publicKey(address), signature, 'base64');
    } catch (error) {
      if (error instanceof ProductError) throw error;
      return false;
    }
  };
}

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;

/** PayPal publishes certificates beside the API, under its older name: `api.paypal.com` for `api-m.paypal.com`. */
const certificateOrigins = (baseUrl: string): ReadonlySet<string> => {
  const { origin } = new URL(baseUrl);
  return new Set([origin, origin.replace('://api-m.', '://api.')]);
};
