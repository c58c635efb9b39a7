import { join } from 'node:path';
import { bucketOf } from '../files/choose-storage.ts';
import { FolderReceiver } from './folder-receiver.ts';
import type { Receiver, ReceiverDeps } from './receiver.ts';

/** Writes to the storage that `chooseStorage` reads. The client for buckets is large, so it is loaded only if needed. */
export async function openReceiver(deps: ReceiverDeps): Promise<Receiver> {
  const bucket = bucketOf(deps.config);
  if (!bucket) return new FolderReceiver(deps, join(deps.config.dataDir, 'files'));
  const { BucketReceiver } = await import('./bucket-receiver.ts');
  return new BucketReceiver(deps, bucket);
}
