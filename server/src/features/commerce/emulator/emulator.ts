import type { FastifyInstance } from 'fastify';
import { registerApprovePages } from './approve-pages.ts';
import { registerAuthorizeNetEmulator } from './authorize-net-emulator.ts';
import { registerControl } from './control-routes.ts';
import { registerPayPalEmulator } from './paypal-emulator.ts';
import { type Deliver, type WebhookSender, webhookSender } from './paypal-webhooks.ts';
import type { EmulatorStore } from './state.ts';

const EMULATOR_PREFIX = '/payment-emulator';
export const EMULATED_PAYPAL = `${EMULATOR_PREFIX}/paypal`;
export const EMULATED_AUTHORIZE_NET = `${EMULATOR_PREFIX}/authorize-net/xml/v1/request.api`;
/** The id under which the emulator's webhook is registered. */
export const EMULATED_WEBHOOK_ID = 'WH-EMULATED-0001';

/**
 * Both payment providers with their own protocols, on any Fastify: inside the product for the demo, in a separate
 * process for tests. Every page of it says that it is a test.
 */
export function registerEmulator(
  app: FastifyInstance,
  store: EmulatorStore,
  options: {
    /** The address at which a buyer's browser finds the approval page. */
    publicUrl: () => string;
    /** The address for the adapters; by default the public one. */
    ownUrl?: string;
    deliver: Deliver;
  },
): WebhookSender {
  const webhooks = webhookSender(store, {
    webhookId: EMULATED_WEBHOOK_ID,
    certificateUrl: () => `${options.ownUrl ?? options.publicUrl()}${EMULATED_PAYPAL}/certificate.pem`,
    deliver: options.deliver,
  });
  // In a separate scope, because the product parses forms differently.
  void app.register((scope, _options, done) => {
    // The contents of forms are not needed, neither by the token call nor by the pages.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, parsed) => parsed(null, {}),
    );
    registerPayPalEmulator(scope, store, webhooks, { prefix: EMULATED_PAYPAL, publicUrl: options.publicUrl });
    registerAuthorizeNetEmulator(scope, store, EMULATED_AUTHORIZE_NET);
    registerApprovePages(scope, store, webhooks, EMULATED_PAYPAL);
    registerControl(scope, store, webhooks, EMULATOR_PREFIX);
    done();
  });
  return webhooks;
}
