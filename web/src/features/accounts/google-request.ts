import type { SignInOptions } from '@vesalius/contract/sessions';
import type { z } from 'zod';
import { paths } from '../../lib/paths.ts';

type Google = NonNullable<z.output<typeof SignInOptions>['google']>;

/*
 * OpenID Connect by redirect (response_type=id_token): no Google script runs on our pages. This tab stores the request
 * until Google redirects to `paths.googleReturn`.
 */
const KEY = 'google-request';
interface Request {
  readonly state: string;
  readonly nonce: string;
  readonly next: string | undefined;
  readonly remember: boolean;
}

const randomState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Redirects to Google's sign-in page. */
export function beginGoogle(
  { authorization_url, client_id, nonce }: Google,
  { next, remember }: Pick<Request, 'next' | 'remember'>,
): void {
  const state = randomState();
  sessionStorage.setItem(KEY, JSON.stringify({ state, nonce, next, remember } satisfies Request));
  const address = new URL(authorization_url, window.location.origin);
  const parameters = {
    response_type: 'id_token',
    response_mode: 'fragment',
    client_id,
    redirect_uri: `${window.location.origin}${paths.googleReturn.to()}`,
    scope: 'openid email profile',
    nonce,
    state,
    prompt: 'select_account',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  window.location.assign(address.href);
}

export interface GoogleAnswer {
  readonly idToken: string;
  readonly nonce: string;
  readonly next: string | undefined;
  readonly remember: boolean;
  /** The name from Google's token, for the form of a new account. The server verifies the token itself. */
  readonly firstName: string;
  readonly secondName: string;
  readonly email: string;
}

/** Google's response in the address; null if there is none, or if it does not answer a request of this tab. */
export function readGoogleAnswer(hash: string): GoogleAnswer | null {
  const kept = sessionStorage.getItem(KEY);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const idToken = fragment.get('id_token');
  if (!kept || !idToken) return null;
  const { state, nonce, next, remember } = JSON.parse(kept) as Request;
  if (fragment.get('state') !== state) return null;
  const claims = claimsOf(idToken);
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string) : '');
  return {
    idToken,
    nonce,
    next,
    remember,
    firstName: text('given_name') || text('name').split(' ')[0] || '',
    secondName: text('family_name'),
    email: text('email'),
  };
}

export const forgetGoogleRequest = (): void => sessionStorage.removeItem(KEY);

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
