import { describe, expect, it } from 'vitest';
import type { Session } from '../lib/stored-session.ts';
import { type Guard, isFullMember, redirectOf } from './guards.ts';

const session = (more: Partial<Session> = {}): Session => ({
  token: 'vsl_test',
  userId: '0197a000-0000-7000-8000-000000000001',
  role: 'customer',
  firstName: 'Ada',
  image: null,
  emailVerified: true,
  isBeta: false,
  hasInstitution: false,
  ...more,
});
const visitor = null;
const unverified = session({ emailVerified: false });
const customer = session();
const beta = session({ emailVerified: false, isBeta: true });
const unverifiedMember = session({ emailVerified: false, hasInstitution: true });
const unverifiedAuthor = session({ emailVerified: false, role: 'author' });
const member = session({ hasInstitution: true });
const author = session({ role: 'author' });
const director = session({ role: 'program_director' });

const MISSING = '/missing_verification?next=%2Fsome%2Fpage%3Fa%3D1';
const HOME_AND_BACK = '/?next=%2Fsome%2Fpage%3Fa%3D1';
const rows: [string, Guard, Session | null, string | null][] = [
  ['a visitor sees a public page', 'anybody', visitor, null],
  ['an unverified person is sent to verify', 'anybody', unverified, MISSING],
  ['the beta opens with a verified address', 'anybody', beta, MISSING],
  ['an institution’s seat opens with a verified address', 'anybody', unverifiedMember, MISSING],
  ['a role opens with a verified address', ['author'], unverifiedAuthor, MISSING],
  ['verification is open to a visitor', 'verification', visitor, null],
  ['verification is open to the unverified', 'verification', unverified, null],
  ['the waiting room is open to the unverified', 'unverified', unverified, null],
  ['nobody else waits for verification', 'unverified', customer, '/'],
  ['a visitor has nothing to verify', 'unverified', visitor, '/'],
  ['a visitor may register', 'guest', visitor, null],
  ['a customer has no use for registration', 'guest', customer, '/'],
  ['an unverified person has none either', 'guest', unverified, '/'],
  ['a private page sends a visitor home, and back after signing in', 'signed-in', visitor, HOME_AND_BACK],
  ['a private page opens for a customer', 'signed-in', customer, null],
  ['a private page waits for verification', 'signed-in', unverified, MISSING],
  ['the unverified may change their password', 'account', unverified, null],
  ['a visitor has no password to change', 'account', visitor, HOME_AND_BACK],
  ['institution books are for members', 'institution', member, null],
  ['institution books send a customer home', 'institution', customer, '/'],
  ['what has ended is open to its managers', 'institution', { ...customer, managesInstitution: true }, null],
  ['a director page sends a customer home', ['program_director'], customer, '/'],
  ['a director page opens for a director', ['program_director'], director, null],
  ['a director page sends a visitor home', ['program_director'], visitor, HOME_AND_BACK],
  ['an author page sends an editor home', ['editor'], author, '/'],
];

describe('guards', () => {
  it.each(rows)('%s', (_fact, guard, who, expected) => {
    const address = new URL('http://localhost/some/page?a=1');
    expect(redirectOf(guard, who, address)?.to ?? null).toBe(expected);
  });

  it('send somebody who is signed in already to where the link wanted', () => {
    const at = (next: string) =>
      redirectOf('guest', customer, new URL(`http://localhost/SignIn?next=${next}`))?.to;
    expect(at('%2Fbooks')).toBe('/books');
    expect(at('https%3A%2F%2Fevil.example')).toBe('/');
  });

  it('lead from the waiting page to what was wanted, once the address is verified', () => {
    const address = new URL('http://localhost/missing_verification?next=%2Fcheckout%3Fmode%3Dbook');
    expect(redirectOf('unverified', customer, address)?.to).toBe('/checkout?mode=book');
    expect(redirectOf('unverified', unverified, address)).toBeNull();
    expect(redirectOf('anybody', unverified, new URL('http://localhost/'))?.to).toBe('/missing_verification');
  });

  it('say why', () => {
    const address = new URL('http://localhost/programs/1/StudentsList');
    expect(redirectOf(['program_director'], customer, address)?.because).toBe('wrongRole');
    expect(redirectOf(['program_director'], visitor, address)?.because).toBe('registerFirst');
    expect(redirectOf('institution', customer, address)?.because).toBe('institutionOnly');
  });

  it('count nobody as a full member whose address is not verified, whatever was given to it', () => {
    for (const role of ['author', 'editor', 'program_director', 'staff'] as const)
      expect(isFullMember(session({ role, emailVerified: false }))).toBe(false);
    for (const given of [{ isBeta: true }, { hasInstitution: true }])
      expect(isFullMember(session({ ...given, emailVerified: false }))).toBe(false);
    expect(isFullMember(session({}))).toBe(true);
  });
});
