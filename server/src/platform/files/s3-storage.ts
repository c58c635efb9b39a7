import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { contentTypeOf } from './content-types.ts';
import { answered, isMissing, openClient, type S3Options } from './s3-client.ts';
import { copyObject } from './s3-copy.ts';
import { readObject } from './s3-read.ts';
import { demandSafeKey, isSafeKey, type Storage } from './storage.ts';

/** How many objects of a folder are deleted concurrently. */
const MAX_CONCURRENT_DELETES = 8;
/** Larger streams are sent in parts of this size, which wait in memory; 10,000 parts are the most that S3 joins. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_CONCURRENT_PARTS = 2;

/** Files in a bucket. A PUT is atomic there, so no reader sees an incomplete file. */
export function s3Storage(options: S3Options, { partBytes = PART_BYTES } = {}): Storage {
  const client = openClient(options);
  const Bucket = options.bucket;
  const objectOf = (key: string) => ({ Bucket, Key: demandSafeKey(key) });

  /** In parts if it is large; what was sent of a failed upload is removed. */
  async function putStream(key: string, Body: Upload['params']['Body']): Promise<void> {
    const params = { ...objectOf(key), Body, ContentType: contentTypeOf(key) };
    const upload = new Upload({ client, params, partSize: partBytes, queueSize: MAX_CONCURRENT_PARTS });
    await answered(upload.done());
  }

  const deleteKey = async (key: string): Promise<void> => {
    await answered(client.send(new DeleteObjectCommand(objectOf(key))));
  };

  /** The first page of keys below a prefix. */
  async function list(Prefix: string): Promise<string[]> {
    const { Contents = [] } = await answered(client.send(new ListObjectsV2Command({ Bucket, Prefix })));
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  return {
    async put(key, content) {
      if (!(content instanceof Uint8Array)) return putStream(key, content);
      const put = new PutObjectCommand({ ...objectOf(key), Body: content, ContentType: contentTypeOf(key) });
      await answered(client.send(put));
    },
    putFile: (key, path) => putStream(key, createReadStream(path)),
    async move(from, to) {
      await copyObject(client, Bucket, { from: demandSafeKey(from), to: demandSafeKey(to) });
      await deleteKey(from);
    },
    async find(key) {
      if (!isSafeKey(key)) return null;
      try {
        const { ContentLength = 0, LastModified } = await client.send(new HeadObjectCommand(objectOf(key)));
        return { size: ContentLength, modifiedAt: LastModified ?? new Date(0) };
      } catch (error) {
        if (isMissing(error)) return null;
        return answered(Promise.reject(error));
      }
    },
    read: (key, range) => readObject({ client, options, key: demandSafeKey(key), range }),
    readWhole: (key) => buffer(readObject({ client, options, key: demandSafeKey(key) })),
    delete: deleteKey,
    async deleteFolder(folder) {
      const prefix = `${folder.replace(/\/+$/, '')}/`;
      // Deleted objects are not listed again: ask for the first page until it is empty.
      for (let keys = await list(prefix); keys.length > 0; keys = await list(prefix))
        for (let at = 0; at < keys.length; at += MAX_CONCURRENT_DELETES)
          await Promise.all(keys.slice(at, at + MAX_CONCURRENT_DELETES).map(deleteKey));
    },
  };
}
