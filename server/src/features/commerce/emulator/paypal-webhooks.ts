import { createSign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type EmulatorStore, mintId } from './state.ts';

/** Delivers one event to the product as the provider would, and returns the status of the answer (0 = none). */
export type Deliver = (headers: Record<string, string>, body: string) => Promise<number>;

export interface WebhookSender {
  send(eventType: string, resource: object): Promise<void>;
  /** Repeats exactly the same delivery, as a provider does in doubt. */
  sendTwice(eventType: string, resource: object): Promise<void>;
}

export function webhookSender(
  store: EmulatorStore,
  options: { webhookId: string; certificateUrl: () => string; deliver: Deliver },
): WebhookSender {
  function sign(eventType: string, resource: object): { headers: Record<string, string>; body: string } {
    const time = store.now().toISOString();
    const id = mintId('', 36);
    const body = JSON.stringify({
      id: mintId('WH-', 32),
      event_version: '1.0',
      create_time: time,
      resource_type: eventType.startsWith('PAYMENT.') ? 'sale' : 'subscription',
      event_type: eventType,
      summary: eventType,
      resource,
      links: [],
    });
    const signed = `${id}|${time}|${options.webhookId}|${crc32(Buffer.from(body))}`;
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': createSign('sha256').update(signed).sign(store.state.privateKey, 'base64'),
        'paypal-cert-url': options.certificateUrl(),
        'paypal-auth-algo': 'SHA256withRSA',
      },
    };
  }
  return {
    async send(eventType, resource) {
      const { headers, body } = sign(eventType, resource);
      await options.deliver(headers, body);
    },
    async sendTwice(eventType, resource) {
      const { headers, body } = sign(eventType, resource);
      await options.deliver(headers, body);
      await options.deliver(headers, body);
    },
  };
}
