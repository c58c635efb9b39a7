import { HOTP, Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator has it: HMAC-SHA-1, six digits, a new code each half minute. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 asks for 128 bits at least and recommends 160. */
export const SECRET_BYTES = 20;
/** The code of now, the one before and the one after: for slow fingers, and phones that go half a minute wrong. */
export const STEPS_BESIDE = 1;

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer });

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / STEP_SECONDS);

export const codeOf = (secret: Buffer, step: number, digits = DIGITS): string =>
  HOTP.generate({ secret: secretOf(secret), counter: step, digits });

/** The step that the code belongs to, or null when it is none of those allowed now. */
export function stepOfCode(secret: Buffer, code: string, milliseconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const offset = TOTP.validate({
    token: code,
    secret: secretOf(secret),
    timestamp: milliseconds,
    window: STEPS_BESIDE,
    digits: DIGITS,
    period: STEP_SECONDS,
  });
  return offset === null ? null : stepAt(milliseconds) + offset;
}

/** RFC 4648: what is typed where no QR code can be read. */
export const toBase32 = (bytes: Buffer): string => secretOf(bytes).base32;

/** What stands in the QR code. */
export const otpauthUrl = (secret: Buffer, account: string): string =>
  new TOTP({
    issuer: 'Vesalius',
    label: account,
    secret: secretOf(secret),
    digits: DIGITS,
    period: STEP_SECONDS,
  }).toString();
