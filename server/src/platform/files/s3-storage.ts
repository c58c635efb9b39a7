import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inWorkFolder } from '../work-folder.ts';
import { contentTypeOf } from './content-types.ts';
import { encodeSegment, payloadHashOf, type S3Credentials, signRequest } from './sigv4.ts';
import { isSafeKey, type Storage } from './storage.ts';

export interface S3Options extends S3Credentials {
  /** e.g. https://s3.eu-central-1.amazonaws.com; the bucket is the first segment of the path (path style). */
  readonly endpoint: string;
  readonly bucket: string;
  /** Where a stream is kept until its length is known. */
  readonly workFolders: string;
}

/** Silence of the store after which it counts as away (milliseconds). */
const IDLE_MS = 10_000;
/** Objects of a folder that are deleted at once. */
const DELETES_AT_ONCE = 8;
const EMPTY_HASH = payloadHashOf(new Uint8Array());

export class S3Error extends Error {
  readonly status: number;
  constructor(status: number, what: string) {
    super(`the object store answered ${status} to ${what}`);
    this.status = status;
  }
}

interface Sent {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | Readable;
  payloadHash?: string;
}

/** Files in a bucket. A PUT is whole or absent there by itself, so that no reader sees half a file. */
export function s3Storage(options: S3Options): Storage {
  const base = new URL(options.endpoint);
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;

  /** One signed request; rejects unless the answer is a success, with 404 told apart by its status. */
  function call({ method, key = '', query = {}, headers = {}, body, payloadHash = EMPTY_HASH }: Sent) {
    if (key !== '' && !isSafeKey(key)) throw new Error(`unsafe storage key: ${key}`);
    const url = new URL(base);
    const path = [options.bucket, ...key.split('/').filter(Boolean)].map(encodeSegment).join('/');
    url.pathname = `${base.pathname.replace(/\/$/, '')}/${path}`;
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`)
      .join('&');
    const signed = signRequest({ method, url, headers, payloadHash }, options, new Date());
    return new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, { method, headers: signed, timeout: IDLE_MS }, (answer) => {
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) return resolve(answer);
        answer.resume();
        reject(new S3Error(status, `${method} ${key || 'of a list'}`));
      });
      request.on('timeout', () => request.destroy(new Error('the object store does not answer')));
      request.on('error', reject);
      if (body instanceof Uint8Array || body === undefined) request.end(body);
      else pipeline(body, request).catch(reject);
    });
  }
  const done = async (sent: Sent): Promise<void> => void (await call(sent)).resume();

  async function putFile(key: string, path: string): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    await done({
      method: 'PUT',
      key,
      headers: { 'content-length': String((await stat(path)).size), 'content-type': contentTypeOf(key) },
      body: createReadStream(path),
      payloadHash: hash.digest('hex'),
    });
  }

  /** The keys below a prefix, page by page. */
  async function list(prefix: string): Promise<string[]> {
    const answer = await call({
      method: 'GET',
      query: { 'list-type': '2', 'max-keys': '1000', prefix },
    });
    const xml = await textOf(answer);
    // Keys are of safe characters (`isSafeKey`), so that nothing in them is escaped.
    return [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1] as string);
  }

  return {
    async put(key, content) {
      if (content instanceof Uint8Array) {
        const headers = { 'content-length': String(content.length), 'content-type': contentTypeOf(key) };
        return done({ method: 'PUT', key, headers, body: content, payloadHash: payloadHashOf(content) });
      }
      // S3 wants to know the length and the hash beforehand.
      await inWorkFolder(options.workFolders, 'put', async (folder) => {
        await pipeline(content, createWriteStream(join(folder, 'content')));
        await putFile(key, join(folder, 'content'));
      });
    },
    putFile,
    async find(key) {
      if (!isSafeKey(key)) return null;
      try {
        const answer = await call({ method: 'HEAD', key });
        answer.resume();
        return {
          size: Number(answer.headers['content-length'] ?? 0),
          modifiedAt: new Date(answer.headers['last-modified'] ?? 0),
        };
      } catch (error) {
        if (error instanceof S3Error && error.status === 404) return null;
        throw error;
      }
    },
    read(key, range) {
      const out = new PassThrough();
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      call({ method: 'GET', key, headers })
        .then((answer) => pipeline(answer, out))
        .catch((error: Error) => out.destroy(error));
      return out;
    },
    delete: (key) => done({ method: 'DELETE', key }),
    async deleteFolder(folder) {
      const prefix = `${folder.replace(/\/+$/, '')}/`;
      // Deleted ones are not listed again: the first page is asked for until it is empty.
      for (let keys = await list(prefix); keys.length > 0; keys = await list(prefix))
        for (let at = 0; at < keys.length; at += DELETES_AT_ONCE)
          await Promise.all(
            keys.slice(at, at + DELETES_AT_ONCE).map((key) => done({ method: 'DELETE', key })),
          );
    },
  };
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
