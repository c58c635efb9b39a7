import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { findLastStatusNumber, listEndedStatusNumbers } from './queries.ts';
import { headerOf, type SigningKey } from './signing-key.ts';

/** Bits of one list, the least that Bitstring Status List allows, so that a bit does not tell who is asked about. */
const LIST_SIZE = 131_072;
/** Odd, so that each number of a list gets a place of its own; neighbors are far apart and do not tell who came next. */
const SPREAD = 48_271;

/** Numbers count from 1, lists too, places from 0. */
const placeOf = (statusNumber: number) => ({
  list: 1 + Math.floor((statusNumber - 1) / LIST_SIZE),
  place: (((statusNumber - 1) % LIST_SIZE) * SPREAD) % LIST_SIZE,
});

const addressOf = (publicUrl: string, list: number): string =>
  `${publicUrl}/customer_portal/v1/certificates/status_lists/${list}`;

/** The entry of a credential, with which anybody finds its bit. W3C Bitstring Status List 1.0, section 2.1. */
export function statusEntry(statusNumber: number, publicUrl: string): Record<string, unknown> {
  const { list, place } = placeOf(statusNumber);
  const url = addressOf(publicUrl, list);
  return {
    id: `${url}#${place}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(place),
    statusListCredential: url,
  };
}

/**
 * A signed list of statuses: the bit of an issue is set if it was revoked, or replaced by a new issue. W3C Bitstring Status
 * List 1.0, section 2.2. Throws `not_found` for a list that no certificate is in.
 */
export async function signStatusList(
  db: Db,
  { list, publicUrl, key, now }: { list: number; publicUrl: string; key: SigningKey; now: Date },
): Promise<string> {
  demand(list === 1 || placeOf(await findLastStatusNumber(db)).list >= list, 'not_found');
  const first = 1 + (list - 1) * LIST_SIZE;
  const bits = Buffer.alloc(LIST_SIZE / 8);
  for (const number of await listEndedStatusNumbers(db, first, first + LIST_SIZE - 1)) {
    const { place } = placeOf(number);
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  }
  const url = addressOf(publicUrl, list);
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: publicUrl,
    validFrom: now.toISOString(),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  };
  return new SignJWT(credential)
    .setProtectedHeader(headerOf(key))
    .setIssuer(publicUrl)
    .setJti(url)
    .setNotBefore(now)
    .sign(key.privateKey);
}
