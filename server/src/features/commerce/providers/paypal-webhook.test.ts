import { createSign, generateKeyPairSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookVerifier } from './paypal-webhook.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const CERTIFICATES = 'https://api.sandbox.paypal.com/v1/notifications/certs';
const GOOD = `${CERTIFICATES}/CERT-360caa42-fca2a594-1d93a270`;
const BODY = '{"id":"WH-1"}';

let fetched: string[] = [];
let answer: (address: string) => Promise<string>;
beforeEach(() => {
  fetched = [];
  answer = async (address) => (address === GOOD ? PEM : 'not found');
});
const verifier = () =>
  webhookVerifier({
    baseUrl: 'https://api-m.sandbox.paypal.com',
    webhookId: 'webhook',
    fetch: async (address) => {
      fetched.push(String(address));
      return new Response(await answer(String(address)));
    },
  });

function delivery(certificate: string): Record<string, string> {
  const signed = `1|2026-03-01T09:00:00Z|webhook|${crc32(Buffer.from(BODY))}`;
  return {
    'paypal-transmission-id': '1',
    'paypal-transmission-time': '2026-03-01T09:00:00Z',
    'paypal-transmission-sig': createSign('sha256').update(signed).sign(privateKey, 'base64'),
    'paypal-cert-url': certificate,
  };
}

describe('the certificate of a delivery', () => {
  it('is fetched once, from where PayPal publishes it for the configured API', async () => {
    const verify = verifier();
    expect(await verify(delivery(GOOD), BODY)).toBe(true);
    expect(await verify(delivery(`${GOOD}?again=1`), BODY)).toBe(true);
    expect(await verify(delivery(GOOD), `${BODY} `)).toBe(false);
    expect(fetched).toEqual([GOOD]);
  });

  it.each([
    'https://www.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://evil.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/../../billing/plans',
    'http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'not an address',
  ])('is never asked for at %s', async (address) => {
    expect(await verifier()(delivery(address), BODY)).toBe(false);
    expect(fetched).toEqual([]);
  });

  it('that is invented causes few requests, however many are sent, and never evicts the real one', async () => {
    const verify = verifier();
    expect(await verify(delivery(GOOD), BODY)).toBe(true);
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    answer = async () => {
      await gate;
      return 'not found';
    };
    const invented = (round: number) =>
      Array.from({ length: 50 }, (_, index) =>
        verify(delivery(`${CERTIFICATES}/CERT-${round}-${index}`), BODY),
      );
    const first = Promise.allSettled(invented(0));
    // A known certificate needs no request meanwhile.
    expect(await verify(delivery(GOOD), BODY)).toBe(true);
    goOn();
    const outcomes = await first;
    expect(fetched.length - 1).toBe(6);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'unavailable' });
    for (let round = 1; round < 20; round += 1) await Promise.allSettled(invented(round));
    expect(fetched.length).toBeLessThanOrEqual(30);
    expect(await verify(delivery(GOOD), BODY)).toBe(true);
  });

  it('that could not be fetched is requested again', async () => {
    const verify = verifier();
    answer = () => Promise.reject(new Error('away'));
    expect(await verify(delivery(GOOD), BODY)).toBe(false);
    answer = async () => PEM;
    expect(await verify(delivery(GOOD), BODY)).toBe(true);
  });
});
