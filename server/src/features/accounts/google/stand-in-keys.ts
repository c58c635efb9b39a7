import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';

export interface StandInKeys {
  readonly public: JSONWebKeySet;
  readonly private: { keys: JWK[] };
}
let keys: Promise<StandInKeys> | undefined;

/** The signing key of the stand-in: created when first needed, and lost when the process ends. */
export function standInKeys(): Promise<StandInKeys> {
  keys ??= make();
  return keys;
}

async function make(): Promise<StandInKeys> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const more = { kid: 'stand-in', alg: 'RS256', use: 'sig' };
  return {
    public: { keys: [{ ...(await exportJWK(pair.publicKey)), ...more }] },
    private: { keys: [{ ...(await exportJWK(pair.privateKey)), ...more }] },
  };
}
