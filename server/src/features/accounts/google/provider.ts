import { createLocalJWKSet, createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Deps } from '../../../platform/deps.ts';
import { standInKeys } from './stand-in-keys.ts';

/** The identity provider: Google, or the stand-in of this server. */
export interface IdentityProvider {
  readonly clientId: string;
  readonly issuers: readonly string[];
  readonly keys: JWTVerifyGetKey;
  /** Absolute, or a path on this origin. */
  readonly authorizationUrl: string;
  readonly testMode: boolean;
}

export const STAND_IN_PATH = '/oidc';
export const STAND_IN_CLIENT_ID = 'vesalius-test-mode';
export const standInIssuer = (config: Deps['config']): string => `${config.publicUrl}${STAND_IN_PATH}`;

/**
 * Google if a client id is configured. Otherwise the stand-in, which accepts any identity and therefore does not exist in
 * production, where signing in with Google is then unavailable.
 */
export function identityProvider(config: Deps['config']): IdentityProvider | null {
  const { GOOGLE_CLIENT_ID, GOOGLE_ISSUER, GOOGLE_JWKS_URL } = config;
  if (GOOGLE_CLIENT_ID)
    return {
      clientId: GOOGLE_CLIENT_ID,
      // Google uses both spellings of its issuer.
      issuers: [GOOGLE_ISSUER, GOOGLE_ISSUER.replace(/^https:\/\//, '')],
      keys: createRemoteJWKSet(new URL(GOOGLE_JWKS_URL), { timeoutDuration: 5000 }),
      authorizationUrl: `${GOOGLE_ISSUER}/o/oauth2/v2/auth`,
      testMode: false,
    };
  if (config.production) return null;
  return {
    clientId: STAND_IN_CLIENT_ID,
    issuers: [standInIssuer(config)],
    keys: async (...header) => createLocalJWKSet((await standInKeys()).public)(...header),
    authorizationUrl: `${STAND_IN_PATH}/auth`,
    testMode: true,
  };
}
