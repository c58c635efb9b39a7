import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '../../../config/config.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFrom = (secretKey: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey.reveal(), '', 'second-factor', 32));

/** Encrypts the secret for one user: it cannot be decrypted in another user's row. */
export function sealSecret(secretKey: Secret, userId: string, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv).setAAD(Buffer.from(userId));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Null if it was encrypted with another key: then only recovery codes work. */
export function openSecret(secretKey: Secret, userId: string, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
