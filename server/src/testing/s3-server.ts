import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '../platform/files/s3-client.ts';
import { s3Storage } from '../platform/files/s3-storage.ts';
import type { Storage } from '../platform/files/storage.ts';
import { multipartUploads } from './s3-multipart.ts';

/** The failure of a request; `cut` sends half of the content and breaks the connection. */
export type S3Fault = 429 | 500 | 503 | 'reset' | 'silence' | 'cut';

/** Long enough for an answer on a busy machine, short enough for a test of a silent store. */
export const IDLE_MS = 2000;

export interface S3Server {
  readonly storage: Storage;
  readonly options: S3Options;
  /** The product's configuration for using it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called for each request; returns its failure or null. */
  failWith(fault: (request: { method: string; key: string; url: string }) => S3Fault | null): void;
  /** The keys of all objects, regardless of failures. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** An S3 server with one empty bucket, whose requests can be made to fail, and the storage that uses it. */
export async function startS3Server({ retryDelaysMs = [5, 5, 5] } = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'vesalius-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'books', configs: [] }],
  });
  const { port: innerPort } = await server.run();
  let faultOf: Parameters<S3Server['failWith']>[0] = () => null;
  const multipart = multipartUploads(innerPort, join(folder, 'parts'));
  const front = createServer((request, response) => {
    const { method = 'GET', url = '' } = request;
    const key = decodeURIComponent(url.split('?')[0] ?? '').replace(/^\/books\/?/, '');
    const fault = faultOf({ method, key, url });
    if (fault === null && multipart.isMeant(request)) return void multipart.answer(request, response);
    if (fault === null || fault === 'cut') return forward(request, response, innerPort, fault === 'cut');
    if (fault === 'reset') return request.socket.resetAndDestroy();
    if (fault === 'silence') return request.resume();
    request.resume().on('end', () => {
      response.writeHead(fault, { 'content-type': 'application/xml' });
      response.end(
        `<?xml version="1.0"?><Error><Code>${fault === 503 ? 'SlowDown' : 'Fault'}</Code></Error>`,
      );
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'books',
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    idleMs: IDLE_MS,
    retryDelaysMs,
  };
  return {
    options,
    storage: s3Storage(options),
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'books',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    failWith(fault) {
      faultOf = fault;
    },
    async keys() {
      const answer = await fetch(`http://127.0.0.1:${innerPort}/books?list-type=2&max-keys=1000`);
      return [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key as string);
    },
    async close() {
      front.closeAllConnections();
      front.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number, cut: boolean): void {
  const { method, url, headers } = request;
  const inner = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (!cut) return void answer.pipe(response);
    const half = Math.floor(Number(answer.headers['content-length'] ?? 0) / 2);
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () =>
      response.write(Buffer.concat(parts).subarray(0, half), () => request.socket.destroy()),
    );
  });
  inner.on('error', () => response.destroy());
  request.pipe(inner);
}
