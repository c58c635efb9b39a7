import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../config/config.ts';

/**
 * Permission to fetch pages up to `lastPage`, as part of their addresses. The browser computes every address itself. A
 * visitor's grant ends with the preview, so no valid address of page 16 exists.
 */
export interface PageGrantScope {
  /**
   * `set`: the files of a page set, checked and found without a database. `release`: the pages of a book in order,
   * wherever they are stored. Neither is valid for the other, because a set may contain former pages of a book.
   */
  readonly kind: 'set' | 'release';
  readonly id: string;
  readonly number: number;
  readonly lastPage: number;
}

/** Long enough that reading rarely renews it, short enough that a copied link soon expires (seconds). */
export const PAGE_GRANT_LIFE = 30 * 60;
/** For downloading a complete book on a slow connection (seconds). */
export const OFFLINE_GRANT_LIFE = 2 * 3600;

/**
 * The first part of the signed text. Sets use the former word of revisions, so that grants issued before stay valid.
 */
const SIGNED_AS = { set: 'pages', release: 'release' } as const;

const signatureOf = (
  secret: Secret,
  { kind, id, number }: Pick<PageGrantScope, 'kind' | 'id' | 'number'>,
  terms: string,
) =>
  createHmac('sha256', secret.reveal())
    .update(`${SIGNED_AS[kind]}\n${id}\n${number}\n${terms}`)
    .digest('base64url');

/** Expiry is rounded up to a quarter of the life, so that opening the book again gives the same, cached addresses. */
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

/** The remaining life of the grant for this page in seconds; 0 = not valid. */
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
