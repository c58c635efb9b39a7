import { createHmac } from 'node:crypto';

/** The code of an authenticator app for the typed key (RFC 6238); `ahead` = periods of 30 seconds from now. */
export function codeFor(key: string, ahead = 0): string {
  const bits = [...key.replace(/\s/g, '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
