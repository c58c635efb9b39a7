import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';

export interface PublicJwk {
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

/**
 * The platform's own Ed25519 key for credentials: made at the first use and kept beside the data, so that what was
 * signed stays checkable. Two processes that start at once agree on the file that was written first.
 */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const path = join(dataDir, 'credential-key.json');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (!kept) {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const made = JSON.stringify(await exportJWK(privateKey));
    await writeFile(path, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const jwk = JSON.parse(kept ?? (await readFile(path, 'utf8'))) as JWK & { x: string };
  const publicPart = { kty: 'OKP', crv: 'Ed25519', x: jwk.x } as const;
  return {
    privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey,
    publicKey: (await importJWK(publicPart, 'EdDSA')) as CryptoKey,
    publicJwk: { ...publicPart, kid: await calculateJwkThumbprint(publicPart), alg: 'EdDSA', use: 'sig' },
  };
}
