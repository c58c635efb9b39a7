import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Deps } from '../../../platform/deps.ts';
import { STAND_IN_CLIENT_ID, STAND_IN_PATH, standInIssuer } from './provider.ts';
import { standInKeys } from './stand-in-keys.ts';
import { standInPage } from './stand-in-page.ts';

/*
 * An OpenID provider that stands in for Google on a machine without a client id: `/oidc`, marked as test mode. It asks
 * for an address and a name and believes them. The protocol is that of a full implementation (oidc-provider), so that
 * what works here works with Google: registered return address, nonce, signed ID token, published keys.
 */
const RETURN_PATH = '/signin/google';

interface Typed {
  readonly email: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly email_verified: boolean;
}
/** The same address is the same person, whichever name was typed beside it. */
const subjectOf = ({ email }: Typed): string => `stand-in-${Buffer.from(email).toString('base64url')}`;

async function createProvider(deps: Deps, accounts: ReadonlyMap<string, Typed>): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
  // Our request includes Google's "choose an account" prompt, so the stand-in must support it.
  const policy = interactionPolicy.base();
  // Typing an identity here is consent.
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const { publicUrl } = deps.config;
  const loopback = ['http://localhost', 'http://127.0.0.1'].map((origin) => `${origin}${RETURN_PATH}`);
  const own = publicUrl.startsWith('https://') ? [`${publicUrl}${RETURN_PATH}`] : [];
  const provider = new OidcProvider(standInIssuer(deps.config), {
    jwks: (await standInKeys()).private as never,
    // A native client, because native clients may return to any port of this machine over plain HTTP.
    clients: [
      {
        client_id: STAND_IN_CLIENT_ID,
        application_type: 'native',
        redirect_uris: [...loopback, ...own],
        response_types: ['id_token'],
        grant_types: ['implicit'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    responseTypes: ['id_token'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    cookies: { keys: [deps.config.secretKey.reveal()] },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy,
      url: (_context, interaction) => `${STAND_IN_PATH}/interaction/${interaction.uid}`,
    },
    ttl: { Interaction: 600, Session: 1, IdToken: 600, Grant: 600 },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...accounts.get(subject) }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.proxy = true;
  return provider;
}

export function registerStandIn(app: FastifyInstance, deps: Deps): void {
  /** The identities typed since the start, by subject. */
  const accounts = new Map<string, Typed>();
  let provider: Promise<Provider> | undefined;
  const get = () => {
    provider ??= createProvider(deps, accounts);
    return provider;
  };
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    scope.get(`${STAND_IN_PATH}/interaction/:uid`, async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(standInPage(request.url.split('?')[0] ?? '')),
    );
    scope.post<{ Body: URLSearchParams }>(`${STAND_IN_PATH}/interaction/:uid`, async (request, reply) => {
      const text = (name: string) =>
        String(request.body.get(name) ?? '')
          .trim()
          .slice(0, 200);
      const typed: Typed = {
        email: text('email').toLowerCase(),
        given_name: text('given_name'),
        family_name: text('family_name'),
        email_verified: text('email_verified') !== 'no',
      };
      accounts.set(subjectOf(typed), typed);
      reply.hijack();
      await (await get()).interactionFinished(request.raw, reply.raw, {
        select_account: {},
        login: { accountId: subjectOf(typed), remember: false },
      });
    });
    scope.get(`${STAND_IN_PATH}/*`, async (request, reply) => {
      reply.hijack();
      // The library expects to be mounted: it must see only its part of the path.
      Object.assign(request.raw, { originalUrl: request.raw.url });
      request.raw.url = request.raw.url?.slice(STAND_IN_PATH.length) || '/';
      await (await get()).callback()(request.raw, reply.raw);
    });
    done();
  });
}
