import type { Readable } from 'node:stream';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import type { Upload } from '@tus/server';
import { ProductError } from '../errors.ts';
import { answered, asUnavailable, clientConfig, isMissing, type S3Options } from '../files/s3-client.ts';
import { idOf, keyOf } from './leases.ts';
import {
  beginUpload,
  cancelUpload,
  EXTENSIONS,
  getUploadRow,
  noteReceived,
  type Receiver,
  type ReceiverDeps,
  uploadOf,
} from './receiver.ts';
import { findUpload, updateStoreReference } from './upload-queries.ts';

/** The size of one request of the browser; each becomes one part of the object. */
const PART_BYTES = 8 * 1024 * 1024;
/** Each part waits on the disk until it is sent. */
const MAX_CONCURRENT_PARTS = 8;

/** Stores an upload as parts of a multipart upload, which the bucket joins. The bucket knows how many bytes it has. */
export class BucketReceiver extends S3Store implements Receiver {
  readonly #deps: ReceiverDeps;

  constructor(deps: ReceiverDeps, options: S3Options) {
    super({
      partSize: PART_BYTES,
      maxConcurrentPartUploads: MAX_CONCURRENT_PARTS,
      useTags: false,
      s3ClientConfig: { bucket: options.bucket, ...clientConfig(options) },
    });
    this.extensions = EXTENSIONS;
    this.#deps = deps;
  }

  override create(upload: Upload): Promise<Upload> {
    return beginUpload(this.#deps, upload.id, () => answered(super.create(upload)));
  }

  override async getUpload(key: string): Promise<Upload> {
    const row = await getUploadRow(this.#deps.db, key);
    if (row.state !== 'receiving') return uploadOf(key, row, row.declaredBytes);
    // Read first, because `super.getUpload` treats every failure as an upload that does not exist.
    await this.getMetadata(key);
    const upload = await answered(super.getUpload(key));
    if (upload.offset === upload.size) await noteReceived(this.#deps, key, upload.offset);
    return upload;
  }

  override async write(body: Readable, key: string, offset: number): Promise<number> {
    const received = await answered(super.write(body, key, offset));
    await noteReceived(this.#deps, key, received);
    return received;
  }

  override async remove(key: string): Promise<void> {
    await cancelUpload(this.#deps, this, key);
  }

  /** Completes the multipart upload if the process was killed after the last part. */
  async assemble(id: string): Promise<void> {
    const key = keyOf(id);
    if (await this.#deps.storage.find(key)) return;
    const metadata = await this.getMetadata(key);
    try {
      await this.finishMultipartUpload(metadata, await this.retrieveParts(key));
    } catch (error) {
      if (!isMissing(error)) throw asUnavailable(error);
    }
  }

  async discard(id: string): Promise<void> {
    const key = keyOf(id);
    const { 'upload-id': uploadId } = await this.getMetadata(key);
    if (uploadId)
      await this.client
        .abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId: uploadId })
        .catch((error: unknown) => {
          if (!isMissing(error)) throw asUnavailable(error);
        });
    await this.#deps.storage.delete(key);
    await this.#deps.storage.delete(this.partKey(key, true));
    await this.clearCache(key);
  }

  /** Nothing to store: the row holds all metadata. */
  protected override async saveMetadata(upload: Upload, uploadId: string): Promise<void> {
    await updateStoreReference(this.#deps.db, idOf(upload.id), uploadId);
  }

  protected override async completeMetadata(): Promise<void> {}

  protected override async getMetadata(key: string): Promise<MetadataValue> {
    const known = await this.cache.get(key);
    if (known) return known;
    const row = await findUpload(this.#deps.db, idOf(key));
    if (!row) throw new ProductError('not_found');
    const metadata = {
      file: uploadOf(key, row, 0),
      'upload-id': row.storeReference ?? '',
      'tus-version': '1.0.0',
    };
    await this.cache.set(key, metadata);
    return metadata;
  }
}
