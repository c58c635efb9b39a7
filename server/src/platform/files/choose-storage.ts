import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { workFoldersOf } from '../work-folder.ts';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** A bucket when one is configured, otherwise the folder `files` of the data folder. */
export function chooseStorage(config: Config): Storage {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  // All or none: the configuration refuses an incomplete set.
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return localStorage(join(config.dataDir, 'files'));
  return s3Storage({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    workFolders: workFoldersOf(config),
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY.reveal(),
  });
}
