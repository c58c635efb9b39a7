import { visibleText } from '@vesalius/contract/visible-text';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { ProductError } from '../../../platform/errors.ts';
import type { IdentityProvider } from './provider.ts';

/** The identity that the provider has verified. */
export interface Identity {
  readonly subject: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly secondName: string | null;
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().toLowerCase().pipe(z.email()),
  // Google sends a boolean; other providers are known to send text.
  email_verified: z.union([z.literal(true), z.literal('true')]),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  nonce: z.string(),
});

/** The clocks of two companies differ (seconds). */
const CLOCK_TOLERANCE = 30;
const NAME_LENGTH = 50;

/** Checks signature (RS256 only), issuer, audience, expiry, nonce and the verified address, in this order. */
export async function readIdToken(
  provider: IdentityProvider,
  token: string,
  nonce: string,
): Promise<Identity> {
  const refuse = (cause: unknown) => new ProductError('social_token_invalid', { cause });
  const { payload } = await jwtVerify(token, provider.keys, {
    algorithms: ['RS256'],
    issuer: [...provider.issuers],
    audience: provider.clientId,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
  }).catch((error: unknown) => {
    // If the keys could not be fetched, the token is not to blame.
    const isUnreachable = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
    throw isUnreachable ? new ProductError('provider_failed', { cause: error }) : refuse(error);
  });
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw refuse(claims.error);
  if (claims.data.nonce !== nonce) throw refuse('the nonce is another one');
  // With several audiences, the token may be for another client (OpenID Connect Core, 3.1.3.7).
  if (Array.isArray(payload.aud) && payload.azp !== provider.clientId) throw refuse('authorized party');
  const { sub, email, given_name, family_name } = claims.data;
  return {
    subject: sub,
    email,
    firstName: visibleText(given_name ?? '').slice(0, NAME_LENGTH) || null,
    secondName: visibleText(family_name ?? '').slice(0, NAME_LENGTH) || null,
  };
}
