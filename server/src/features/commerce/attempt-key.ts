import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The identifier of one payment attempt: 20 characters, the maximum of an invoice number; 95 random bits. */
export const newAttemptKey = (): string =>
  `V${Array.from(randomBytes(19), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
