/**
 * Both payment providers in a separate process, for tests and for trying the configuration of a real installation.
 * `npm run payment-emulator`; docs/payments.md describes the settings. Ends on SIGINT or SIGTERM.
 */
import Fastify from 'fastify';
import { z } from 'zod';
import {
  EMULATED_AUTHORIZE_NET,
  EMULATED_PAYPAL,
  EMULATED_WEBHOOK_ID,
  registerEmulator,
} from './emulator.ts';
import { deliverOverNetwork } from './network-delivery.ts';
import { openEmulatorStore } from './state.ts';

const Settings = z.object({
  EMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(4010),
  EMULATOR_HOST: z.string().default('127.0.0.1'),
  /** The address for the buyer's browser. */
  EMULATOR_PUBLIC_URL: z.url().optional(),
  /** The address for PayPal's events: the product's webhook. */
  EMULATOR_WEBHOOK_URL: z.url().default('http://localhost:3000/webhooks/paypal'),
  /** The file for the state; absent: in memory. */
  EMULATOR_FILE: z.string().optional(),
});
const read = Settings.safeParse(process.env);
if (!read.success) {
  for (const { path, message } of read.error.issues) process.stderr.write(`${path.join('.')}: ${message}\n`);
  process.exit(1);
}
const settings = read.data;
const app = Fastify({ forceCloseConnections: true });
const store = openEmulatorStore(settings.EMULATOR_FILE ?? null, () => new Date());
const delivery = deliverOverNetwork(settings.EMULATOR_WEBHOOK_URL);
let address = '';
registerEmulator(app, store, {
  publicUrl: () => settings.EMULATOR_PUBLIC_URL ?? address,
  deliver: delivery.deliver,
});
const at = await app.listen({ port: settings.EMULATOR_PORT, host: settings.EMULATOR_HOST });
address = settings.EMULATOR_PUBLIC_URL ?? at;
process.stdout.write(
  `${[
    `payment emulator at ${address} (no money moves); events go to ${settings.EMULATOR_WEBHOOK_URL}`,
    'The product speaks to it with:',
    `  AUTHORIZENET_URL=${address}${EMULATED_AUTHORIZE_NET}`,
    '  AUTHORIZENET_LOGIN_ID=emulator AUTHORIZENET_TRANSACTION_KEY=emulator',
    `  PAYPAL_BASE_URL=${address}${EMULATED_PAYPAL}`,
    `  PAYPAL_CLIENT_ID=emulator PAYPAL_CLIENT_SECRET=emulator PAYPAL_WEBHOOK_ID=${EMULATED_WEBHOOK_ID}`,
  ].join('\n')}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    delivery.stop();
    void app.close().then(() => process.exit(0));
  });
