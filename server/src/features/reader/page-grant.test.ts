import { describe, expect, it } from 'vitest';
import { Secret } from '../../config/config.ts';
import { makePageGrant, PAGE_GRANT_LIFE, pageGrantLifeLeft } from './page-grant.ts';

const secret = new Secret('a secret of these tests');
const now = new Date('2026-03-01T09:01:00Z');
const scope = { kind: 'set', id: 'book', number: 3, lastPage: 15 } as const;
const { grant, expiresAt } = makePageGrant(secret, scope, now);
const left = (
  page: Partial<{ kind: 'set' | 'release'; id: string; number: number; pageNumber: number }>,
  text = grant,
  at = now,
) => pageGrantLifeLeft(secret, { kind: 'set', id: 'book', number: 3, pageNumber: 15, ...page }, text, at);

describe('a page grant', () => {
  it('opens its pages for its life, and at most a quarter longer', () => {
    expect(left({})).toBeGreaterThanOrEqual(PAGE_GRANT_LIFE);
    expect(left({})).toBeLessThanOrEqual(PAGE_GRANT_LIFE * 1.25);
    expect(left({ pageNumber: 1 })).toBeGreaterThan(0);
  });
  it('is limited to its last page, its kind, its set and its time', () => {
    expect(left({ pageNumber: 16 })).toBe(0);
    expect(left({ kind: 'release' })).toBe(0);
    expect(left({ id: 'other' })).toBe(0);
    expect(left({ number: 4 })).toBe(0);
    expect(left({}, grant, expiresAt)).toBe(0);
  });
  it('differs by last page, time and secret', () => {
    const [expires, , signature] = grant.split('.');
    expect(left({ pageNumber: 16 }, `${expires}.zz.${signature}`)).toBe(0);
    expect(left({}, `zzzzzz.f.${signature}`)).toBe(0);
    const foreign = makePageGrant(new Secret('another secret'), scope, now).grant;
    expect(left({}, foreign)).toBe(0);
  });
  it.each(['', '.', '..', 'a.b', 'a.b.c', 'a.b.c.d', 'é.ü.ß'])('cannot be %j', (text) => {
    expect(left({}, text)).toBe(0);
  });
});
