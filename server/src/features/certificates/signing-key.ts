import { createPrivateKey, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK, type JWTHeaderParameters } from 'jose';
import type { Secret } from '../../config/config.ts';
import { createFileOnce } from '../../platform/files/durable-file.ts';
import { StartError } from '../../platform/start-error.ts';

interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}
export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: PublicJwk;
}

/** Of everything that is signed: with the public key, and `kid`, which names it in the published key set. */
export const headerOf = ({ publicJwk: { kid, kty, crv, x } }: SigningKey): JWTHeaderParameters => ({
  alg: 'EdDSA',
  typ: 'JWT',
  kid,
  jwk: { kty, crv, x },
});

/** An Ed25519 private key in PKCS #8 is this prefix and a seed of 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived from the secret that all processes share, so that machines with separate data folders get the same key. */
function deriveKey(secretKey: Secret): string {
  const seed = hkdfSync('sha256', secretKey.reveal(), '', 'credential-key', 32);
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(seed)]);
  return JSON.stringify(
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }),
  );
}

/**
 * The platform's Ed25519 key for credentials: created at the first start and stored with the data, so that signatures stay valid
 * even if the secret changes. Of two processes that start at once, both use the file that was written first. A file without a
 * valid key is refused, because a new key would invalidate everything signed so far.
 */
export async function loadSigningKey(dataDir: string, secretKey: Secret): Promise<SigningKey> {
  const path = join(dataDir, 'credential-key.json');
  const text = await readFile(path, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await createFileOnce(path, deriveKey(secretKey));
    return readFile(path, 'utf8');
  });
  const jwk = readKey(text, path);
  const publicPart = { kty: 'OKP', crv: 'Ed25519', x: jwk.x } as const;
  return {
    privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey,
    publicKey: (await importJWK(publicPart, 'EdDSA')) as CryptoKey,
    publicJwk: { ...publicPart, kid: await calculateJwkThumbprint(publicPart), alg: 'EdDSA', use: 'sig' },
  };
}

function readKey(text: string, path: string): JWK & { x: string } {
  try {
    const jwk = JSON.parse(text) as JWK;
    if (jwk.crv === 'Ed25519' && jwk.x && jwk.d) return { ...jwk, x: jwk.x };
  } catch {}
  throw new StartError(
    `${path} holds no signing key: put the file of your backup in its place, or delete it and the key is made anew from the secret (the same one, unless the secret has changed since)`,
  );
}
