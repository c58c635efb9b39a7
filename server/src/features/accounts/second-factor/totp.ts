import { HOTP, Secret, TOTP } from 'otpauth';

/** RFC 6238 with the common parameters: HMAC-SHA-1, six digits, a new code every half minute. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 requires at least 128 bits and recommends 160. */
export const SECRET_BYTES = 20;
/** Also accepts the previous and the next code, for slow typing and for clocks that are half a minute off. */
export const STEP_TOLERANCE = 1;

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer });

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / STEP_SECONDS);

export const codeOf = (secret: Buffer, step: number, digits = DIGITS): string =>
  HOTP.generate({ secret: secretOf(secret), counter: step, digits });

/** The time step of the code; null if it is not one of those accepted now. */
export function stepOfCode(secret: Buffer, code: string, milliseconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const offset = TOTP.validate({
    token: code,
    secret: secretOf(secret),
    timestamp: milliseconds,
    window: STEP_TOLERANCE,
    digits: DIGITS,
    period: STEP_SECONDS,
  });
  return offset === null ? null : stepAt(milliseconds) + offset;
}

/** RFC 4648: for typing where the QR code cannot be scanned. */
export const toBase32 = (bytes: Buffer): string => secretOf(bytes).base32;

/** The content of the QR code. */
export const otpauthUrl = (secret: Buffer, account: string): string =>
  new TOTP({
    issuer: 'Vesalius',
    label: account,
    secret: secretOf(secret),
    digits: DIGITS,
    period: STEP_SECONDS,
  }).toString();
