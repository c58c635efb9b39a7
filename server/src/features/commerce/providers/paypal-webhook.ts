import { createPublicKey, createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Whether PayPal signed a delivery, checked here: RSA-SHA256 over `id|time|webhook id|crc32 of the body as it arrived`.
 * The certificate's address comes with the delivery, so it is only fetched from PayPal itself (or from the emulator we
 * are configured to talk to).
 */
export function webhookVerifier(options: {
  baseUrl: string;
  webhookId: string;
  fetch?: typeof fetch;
}): (headers: Record<string, string | undefined>, rawBody: string) => Promise<boolean> {
  const certificates = new Map<string, Promise<string>>();
  const own = new URL(options.baseUrl).origin;

  function isTrusted(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { protocol, hostname, origin } = new URL(address);
    return origin === own || (protocol === 'https:' && /(^|\.)paypal\.com$/.test(hostname));
  }
  function certificate(address: string): Promise<string> {
    let known = certificates.get(address);
    if (!known) {
      known = (options.fetch ?? fetch)(address, {
        signal: AbortSignal.timeout(10_000),
        redirect: 'error',
      }).then((answer) => answer.text());
      // Few addresses are ever real; whoever invents many only empties the memory.
      if (certificates.size >= 8) certificates.clear();
      certificates.set(address, known);
      known.catch(() => certificates.delete(address));
    }
    return known;
  }

  return async (headers, rawBody) => {
    const id = headers['paypal-transmission-id'];
    const time = headers['paypal-transmission-time'];
    const signature = headers['paypal-transmission-sig'];
    const address = headers['paypal-cert-url'];
    if (!id || !time || !signature || !address || !isTrusted(address)) return false;
    if ((headers['paypal-auth-algo'] ?? 'SHA256withRSA') !== 'SHA256withRSA') return false;
    const signed = `${id}|${time}|${options.webhookId}|${crc32(Buffer.from(rawBody))}`;
    try {
      const publicKey = createPublicKey(await certificate(address));
      return createVerify('sha256').update(signed).verify(publicKey, signature, 'base64');
    } catch {
      return false;
    }
  };
}
