import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { localStorage } from './local-storage.ts';
import type { S3Options } from './s3-client.ts';
import type { Storage } from './storage.ts';

/** The configured bucket, or null: the configuration refuses an incomplete set of variables. */
export function bucketOf(config: Config): S3Options | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_BUCKET) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY.reveal() }
        : undefined,
  };
}

/**
 * A bucket when one is configured, otherwise the folder `files` of the data folder. The client for buckets is large, so
 * it is loaded only if needed.
 */
export async function chooseStorage(config: Config): Promise<Storage> {
  const bucket = bucketOf(config);
  if (!bucket) return localStorage(join(config.dataDir, 'files'));
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(bucket);
}
