import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { errorCode } from '../platform/database/errors.ts';

const CLOSED: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

export interface TusAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: { code?: string; message?: string };
}

/**
 * Sends a tus request over a real connection. With `cutAfter` the connection breaks after that many bytes of the body.
 * Returns null then, and where the server closes the connection while the body is sent.
 */
export function tusRequest(
  url: string,
  {
    method,
    token,
    headers = {},
    body,
    cutAfter,
    whenSent,
  }: {
    method: string;
    token?: string | undefined;
    headers?: Readonly<Record<string, string>>;
    body?: Uint8Array;
    cutAfter?: number;
    /** Called when those bytes were sent, before the connection breaks. */
    whenSent?: () => void;
  },
): Promise<TusAnswer | null> {
  return new Promise((resolve, reject) => {
    let isCut = false;
    const outgoing = httpRequest(url, {
      method,
      agent: false,
      headers: {
        'tus-resumable': '1.0.0',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/offset+octet-stream', 'content-length': body.length } : {}),
        ...headers,
      },
    });
    outgoing.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: text.startsWith('{') ? JSON.parse(text) : {},
        });
      });
    });
    outgoing.on('error', (error) => (isCut || CLOSED.has(errorCode(error)) ? resolve(null) : reject(error)));
    if (!body || cutAfter === undefined) return void outgoing.end(body);
    outgoing.write(body.subarray(0, cutAfter), () => {
      isCut = true;
      whenSent?.();
      outgoing.destroy();
      resolve(null);
    });
  });
}

export const metadataOf = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
