import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { Secret } from '../../config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import {
  EMULATED_AUTHORIZE_NET,
  EMULATED_PAYPAL,
  EMULATED_WEBHOOK_ID,
  registerEmulator,
} from './emulator/emulator.ts';
import { advance } from './emulator/paypal-life.ts';
import { type EmulatorStore, openEmulatorStore } from './emulator/state.ts';
import { authorizeNet } from './providers/authorize-net.ts';
import type { CardProvider } from './providers/card-provider.ts';
import { injectFetch } from './providers/inject-fetch.ts';
import { payPal } from './providers/paypal.ts';
import type { PayPalProvider } from './providers/paypal-provider.ts';

export interface PaymentProviders {
  readonly cards: CardProvider | null;
  readonly paypal: PayPalProvider | null;
  /** Set if payments are emulated inside this process: no money moves. */
  readonly emulator: EmulatorStore | null;
  /** Lets the emulated PayPal bill what is due by the product's clock. Does nothing with real payments. */
  billDue(): Promise<void>;
  /** The app to which the emulator delivers its events, once the product's HTTP server exists. */
  deliverTo(app: FastifyInstance): void;
}

const known = new WeakMap<Deps, PaymentProviders>();

/**
 * Returns the configured providers, or the emulator of both. If one is configured, the other is real or absent: real
 * and emulated payments are never mixed, and in production nothing is emulated.
 */
export function paymentProviders(deps: Deps): PaymentProviders {
  let providers = known.get(deps);
  if (!providers) {
    const { PAYPAL_BASE_URL, AUTHORIZENET_URL, production } = deps.config;
    const isReal = production || PAYPAL_BASE_URL !== undefined || AUTHORIZENET_URL !== undefined;
    providers = isReal ? configured(deps) : emulated(deps);
    known.set(deps, providers);
  }
  return providers;
}

export function cardsOf(deps: Deps): CardProvider {
  const { cards } = paymentProviders(deps);
  if (!cards) throw new ProductError('payment_unavailable');
  return cards;
}
export function payPalOf(deps: Deps): PayPalProvider {
  const { paypal } = paymentProviders(deps);
  if (!paypal) throw new ProductError('payment_unavailable');
  return paypal;
}

function configured({ config, clock }: Deps): PaymentProviders {
  const { AUTHORIZENET_URL, AUTHORIZENET_LOGIN_ID, AUTHORIZENET_TRANSACTION_KEY } = config;
  const { PAYPAL_BASE_URL, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = config;
  return {
    cards:
      AUTHORIZENET_URL && AUTHORIZENET_LOGIN_ID && AUTHORIZENET_TRANSACTION_KEY
        ? authorizeNet({
            url: AUTHORIZENET_URL,
            loginId: AUTHORIZENET_LOGIN_ID,
            transactionKey: AUTHORIZENET_TRANSACTION_KEY,
          })
        : null,
    paypal:
      PAYPAL_BASE_URL && PAYPAL_CLIENT_ID && PAYPAL_CLIENT_SECRET && PAYPAL_WEBHOOK_ID
        ? payPal({
            baseUrl: PAYPAL_BASE_URL,
            clientId: PAYPAL_CLIENT_ID,
            clientSecret: PAYPAL_CLIENT_SECRET,
            webhookId: PAYPAL_WEBHOOK_ID,
            now: () => clock.now(),
          })
        : null,
    emulator: null,
    billDue: async () => {},
    deliverTo() {},
  };
}

/** Without a network: the adapters' requests go through `inject`, so that the demo works at any address. */
const EMULATOR_ORIGIN = 'http://payment-emulator.internal';
/** Tests and the demo wait for hanging answers to time out, and shall not wait 25 s. */
const EMULATOR_TIMEOUT_MS = 3_000;

function emulated({ config, clock }: Deps): PaymentProviders {
  const file = config.NODE_ENV === 'test' ? null : join(config.dataDir, 'payment-emulator.json');
  const store = openEmulatorStore(file, () => clock.now());
  let product: FastifyInstance | null = null;
  const deliver = async (headers: Record<string, string>, body: string) => {
    if (!product) return 0;
    const answer = await product.inject({ method: 'POST', url: '/webhooks/paypal', headers, payload: body });
    return answer.statusCode;
  };
  const own = Fastify();
  const webhooks = registerEmulator(own, store, {
    publicUrl: () => config.publicUrl,
    ownUrl: EMULATOR_ORIGIN,
    deliver,
  });
  const fetch = injectFetch(own);
  return {
    cards: authorizeNet({
      url: `${EMULATOR_ORIGIN}${EMULATED_AUTHORIZE_NET}`,
      loginId: 'emulator',
      transactionKey: new Secret('emulator'),
      timeoutMs: EMULATOR_TIMEOUT_MS,
      fetch,
    }),
    paypal: payPal({
      baseUrl: `${EMULATOR_ORIGIN}${EMULATED_PAYPAL}`,
      clientId: 'emulator',
      clientSecret: new Secret('emulator'),
      webhookId: EMULATED_WEBHOOK_ID,
      now: () => clock.now(),
      timeoutMs: EMULATOR_TIMEOUT_MS,
      fetch,
    }),
    emulator: store,
    billDue: () => advance(store, webhooks, 0),
    deliverTo(app) {
      product = app;
      registerEmulator(app, store, { publicUrl: () => config.publicUrl, ownUrl: EMULATOR_ORIGIN, deliver });
    },
  };
}
