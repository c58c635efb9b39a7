import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inWorkFolder } from '../work-folder.ts';
import { contentTypeOf } from './content-types.ts';
import { copyObject, textOf } from './s3-copy.ts';
import { readObject } from './s3-read.ts';

import { S3Error, type S3Options, type S3Request, sendWithRetries } from './s3-request.ts';
import { payloadHashOf } from './sigv4.ts';
import { isSafeKey, type Storage } from './storage.ts';

/** How many objects of a folder are deleted concurrently. */
const MAX_CONCURRENT_DELETES = 8;

/** Files in a bucket. A PUT is atomic there, so no reader sees an incomplete file. */
export function s3Storage(options: S3Options): Storage {
  const done = (request: S3Request): Promise<void> =>
    sendWithRetries(options, request, (answer) => void answer.resume());

  async function putFile(key: string, path: string): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    await done({
      method: 'PUT',
      key,
      headers: { 'content-length': String((await stat(path)).size), 'content-type': contentTypeOf(key) },
      body: () => createReadStream(path),
      payloadHash: hash.digest('hex'),
    });
  }

  /** The first page of keys below a prefix. */
  async function list(prefix: string): Promise<string[]> {
    const query = { 'list-type': '2', 'max-keys': '1000', prefix };
    const xml = await sendWithRetries(options, { method: 'GET', query }, textOf);
    // Keys consist of safe characters (`isSafeKey`), so nothing in them is escaped.
    return [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1] as string);
  }

  return {
    async put(key, content) {
      if (content instanceof Uint8Array) {
        const headers = { 'content-length': String(content.length), 'content-type': contentTypeOf(key) };
        return done({ method: 'PUT', key, headers, body: content, payloadHash: payloadHashOf(content) });
      }
      // S3 needs the length and the hash in advance.
      await inWorkFolder(options.workFolders, 'put', async (folder) => {
        await pipeline(content, createWriteStream(join(folder, 'content')));
        await putFile(key, join(folder, 'content'));
      });
    },
    putFile,
    async move(from, to) {
      await copyObject(options, from, to);
      await done({ method: 'DELETE', key: from });
    },
    async find(key) {
      if (!isSafeKey(key)) return null;
      try {
        return await sendWithRetries(options, { method: 'HEAD', key }, (answer) => {
          answer.resume();
          return {
            size: Number(answer.headers['content-length'] ?? 0),
            modifiedAt: new Date(answer.headers['last-modified'] ?? 0),
          };
        });
      } catch (error) {
        if (error instanceof S3Error && error.status === 404) return null;
        throw error;
      }
    },
    read: (key, range) => readObject(options, key, range),
    readWhole: (key) => buffer(readObject(options, key, undefined)),
    delete: (key) => done({ method: 'DELETE', key }),
    async deleteFolder(folder) {
      const prefix = `${folder.replace(/\/+$/, '')}/`;
      // Deleted objects are not listed again: ask for the first page until it is empty.
      for (let keys = await list(prefix); keys.length > 0; keys = await list(prefix))
        for (let at = 0; at < keys.length; at += MAX_CONCURRENT_DELETES)
          await Promise.all(
            keys.slice(at, at + MAX_CONCURRENT_DELETES).map((key) => done({ method: 'DELETE', key })),
          );
    },
  };
}
