import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../config/config.ts';

/**
 * Permission to fetch pages up to `lastPage`, carried in their addresses. The browser computes every address itself; a
 * visitor's grant ends with the preview, so that page 16 is an address that nobody signed.
 */
export interface PageGrantScope {
  /**
   * `set`: the files that stand in a page set, checked and found without a database. `release`: the pages of a book in
   * their order, wherever they stand. One never opens what the other is asked for: a set may hold former pages of a book.
   */
  readonly kind: 'set' | 'release';
  readonly id: string;
  readonly number: number;
  readonly lastPage: number;
}

/** Long enough that reading renews it rarely, short enough that a copied link is soon worth nothing (seconds). */
export const PAGE_GRANT_LIFE = 30 * 60;
/** For fetching a whole book before a flight, on a slow line (seconds). */
export const OFFLINE_GRANT_LIFE = 2 * 3600;

/** The first word of what is signed. Addresses of sets are signed as those of revisions were: what is open stays open. */
const SIGNED_AS = { set: 'pages', release: 'release' } as const;

const signatureOf = (
  secret: Secret,
  { kind, id, number }: Pick<PageGrantScope, 'kind' | 'id' | 'number'>,
  terms: string,
) =>
  createHmac('sha256', secret.reveal())
    .update(`${SIGNED_AS[kind]}\n${id}\n${number}\n${terms}`)
    .digest('base64url');

/** Expiry is rounded up to a quarter of the life: who opens the book again gets the same, cached addresses. */
export function makePageGrant(
  secret: Secret,
  scope: PageGrantScope,
  now: Date,
  lifeSeconds = PAGE_GRANT_LIFE,
): { grant: string; expiresAt: Date } {
  const step = lifeSeconds / 4;
  const expires = Math.ceil((now.getTime() / 1000 + lifeSeconds) / step) * step;
  const terms = `${expires.toString(36)}.${scope.lastPage.toString(36)}`;
  return {
    grant: `${terms}.${signatureOf(secret, scope, terms)}`,
    expiresAt: new Date(expires * 1000),
  };
}

/** Seconds for which the grant is still good for this page; 0 = it is not. */
export function pageGrantLifeLeft(
  secret: Secret,
  page: Pick<PageGrantScope, 'kind' | 'id' | 'number'> & { pageNumber: number },
  grant: string,
  now: Date,
): number {
  const [expires, lastPage, given] = grant.split('.');
  if (!expires || !lastPage || !given) return 0;
  const expected = Buffer.from(signatureOf(secret, page, `${expires}.${lastPage}`));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 0;
  if (page.pageNumber > Number.parseInt(lastPage, 36)) return 0;
  return Math.max(0, Number.parseInt(expires, 36) - now.getTime() / 1000);
}
