import { describe, expect, it } from 'vitest';
import { codeOf, otpauthUrl, stepAt, stepOfCode, toBase32 } from './totp.ts';

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');

describe('codes of an authenticator', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of RFC 6238 at %i seconds', (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000), 8)).toBe(code);
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
  });

  it('are good for their half minute and the ones beside it', () => {
    const now = 1_111_111_111_000;
    const good = [-60, -30, 0, 30, 60].map((off) =>
      stepOfCode(secret, codeOf(secret, stepAt(now + off * 1000)), now),
    );
    expect(good).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is none', (code) =>
    expect(stepOfCode(secret, code, 0)).toBeNull(),
  );

  it('are made from a secret that authenticators read', () => {
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const url = new URL(otpauthUrl(secret, 'ada+1@example.org'));
    expect(decodeURIComponent(url.pathname)).toContain('Vesalius:ada+1@example.org');
    expect(url.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});
