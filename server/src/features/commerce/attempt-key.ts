import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Our name for one attempt to take money: 20 characters, the longest that an invoice number may have; 95 random bits. */
export const newAttemptKey = (): string =>
  `V${Array.from(randomBytes(19), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
