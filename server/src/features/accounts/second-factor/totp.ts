import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator has it: HMAC-SHA-1, six digits, a new code each half minute. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 asks for 128 bits at least and recommends 160. */
export const SECRET_BYTES = 20;
/** The code of now, the one before and the one after: for slow fingers, and phones that go half a minute wrong. */
const STEPS_ALLOWED = [0, -1, 1];

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / STEP_SECONDS);

export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step that the code belongs to, or null when it is none of those allowed now. */
export function stepOfCode(secret: Buffer, code: string, milliseconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(milliseconds);
  const steps = STEPS_ALLOWED.map((offset) => now + offset);
  return steps.find((step) => timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(secret, step)))) ?? null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, for lengths that need no padding. */
export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** What stands in the QR code. */
export function otpauthUrl(secret: Buffer, account: string): string {
  const issuer = 'Vesalius';
  const label = `${issuer}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
