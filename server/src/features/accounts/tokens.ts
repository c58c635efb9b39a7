import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; the prefix identifies a leaked token. */
export const newToken = (): string => `vsl_${randomBytes(32).toString('base64url')}`;
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
