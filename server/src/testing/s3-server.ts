import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { s3Storage } from '../platform/files/s3-storage.ts';
import type { Storage } from '../platform/files/storage.ts';

/** A server of the S3 protocol with one empty bucket, and the storage that speaks to it. */
export async function startS3Server(): Promise<{ storage: Storage; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vesalius-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'books', configs: [] }],
  });
  const { port } = await server.run();
  return {
    storage: s3Storage({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'books',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      workFolders: join(folder, 'work'),
    }),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
