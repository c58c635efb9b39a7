import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { hashPassword, isGuessedFirst, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with Argon2id at 19 MiB, two passes, one lane', async () => {
    expect(await hashPassword('Ward-round 7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('are verified, however the same letters were typed', async () => {
    const hash = await hashPassword('Caf\u00e9 au lait 7');
    expect(await verifyPassword('Cafe\u0301 au lait 7', hash)).toBe(true);
    expect(await verifyPassword('Cafe au lait 7', hash)).toBe(false);
  });

  it('are refused where no hash is kept', async () => {
    expect(await verifyPassword('nobody has this password', null)).toBe(false);
  });

  it('are verified all, also when many come at once', async () => {
    const hash = await hashPassword('Ward-round 7');
    const answers = await Promise.all(Array.from({ length: 30 }, () => verifyPassword('Ward-round 7', hash)));
    expect(answers.every(Boolean)).toBe(true);
  });

  it('are verified for others while one network sends more than there is room for', async () => {
    const hash = await hashPassword('Ward-round 7');
    let done = 0;
    const crowd = Array.from({ length: 210 }, () =>
      verifyPassword('Ward-round 7', hash, '198.51.100.70').finally(() => (done += 1)),
    );
    const settled = Promise.allSettled(crowd);
    expect(await verifyPassword('Ward-round 7', hash, '192.0.2.9')).toBe(true);
    expect(done).toBeLessThan(100);
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    // Eight for whom there was no room, and the one that made room.
    expect(refused).toHaveLength(9);
  });

  it.each([
    'Password1',
    'P@ssw0rd2024!',
    'Welcome123',
    'Qwerty12',
    '123Admin!',
    'Aa123456',
    'Aaaaaaa1',
    '1q2w3e4R',
    '1Qaz2wsx',
    'Abcd1234',
    'Liverpool1',
    'Cardiology2026',
    'Summer2026!',
    'Habibi99',
    'Vesalius1',
    // Of the list of leaked passwords, in some dress.
    'Maverick7',
    '1234Qwer',
    'Bigdaddy2024!',
    'Ka12rm12',
  ])('%s is among the first guesses', (password) => expect(isGuessedFirst(password)).toBe(true));

  it.each(['Ward-round 7', 'correct Horse 9 battery', 'Tr0ub4dor&3x', 'كلمةAa1سر طويلة', 'Demo reader 2026'])(
    '%s is not',
    (password) => expect(isGuessedFirst(password)).toBe(false),
  );

  it('are compared with a list of thousands that leaked, and kept here', () => {
    expect(commonPasswords().size).toBeGreaterThan(15_000);
    for (const password of commonPasswords()) {
      if ([...password].length < 8 || password !== password.toLowerCase()) throw new Error(password);
    }
  });

  it('of the demo is not among them', () => expect(isGuessedFirst('Fabrica-1543')).toBe(false));

  it('are refused when they are nothing but names put together', () => {
    const own = ['ada.lovelace@example.org', 'Ada', 'Lovelace'];
    expect(isGuessedFirst('AdaLovelace1815', own)).toBe(true);
    expect(isGuessedFirst('Vesalius-Ada-7', own)).toBe(true);
    expect(isGuessedFirst('MyVesalius1')).toBe(true);
    expect(isGuessedFirst('Canada goose 7', own)).toBe(false);
  });

  it('are refused when they are the own name or address', () => {
    const own = ['ada.lovelace@example.org', 'Ada', 'Lovelace'];
    expect(isGuessedFirst('Lovelace1815', own)).toBe(true);
    expect(isGuessedFirst('Example2026', own)).toBe(true);
    expect(isGuessedFirst('Lovelace and tea 5', own)).toBe(false);
  });
});
