import { join } from 'node:path';
import { FolderReceiver } from './folder-receiver.ts';
import type { Receiver, ReceiverDeps } from './receiver.ts';

/** Writes to the storage that `chooseStorage` reads. The client for buckets is large, so it is loaded only if needed. */
export async function openReceiver(deps: ReceiverDeps): Promise<Receiver> {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, dataDir } = deps.config;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return new FolderReceiver(deps, join(dataDir, 'files'));
  const { BucketReceiver } = await import('./bucket-receiver.ts');
  return new BucketReceiver(deps, {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY.reveal(),
  });
}
