import type { Sealed } from './kept-book.ts';

/** The browser stores this key and never exposes its bytes to scripts. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** `place` is authenticated, not stored: decryption succeeds only with the same value. */
export async function seal(key: CryptoKey, content: BufferSource, place: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(place) },
    key,
    content,
  );
  return { iv, data };
}

/** Throws for another key, another place, or a changed byte. */
export const unseal = (key: CryptoKey, { iv, data }: Sealed, place: string): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, data);

export const sealJson = (key: CryptoKey, value: unknown, place: string): Promise<Sealed> =>
  seal(key, bytesOf(JSON.stringify(value)), place);

export const unsealJson = async <Value>(key: CryptoKey, sealed: Sealed, place: string): Promise<Value> =>
  JSON.parse(new TextDecoder().decode(await unseal(key, sealed, place))) as Value;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
