import type { Readable } from 'node:stream';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import type { Upload } from '@tus/server';
import { isUnavailable } from '../database/errors.ts';
import { ProductError } from '../errors.ts';
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
const RETRY_AFTER_SECONDS = 5;
const MISSING = new Set(['NoSuchUpload', 'NoSuchKey', 'NotFound']);

export interface BucketOptions {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Stores an upload as parts of a multipart upload, which the bucket joins. The bucket knows how many bytes it has. */
export class BucketReceiver extends S3Store implements Receiver {
  readonly #deps: ReceiverDeps;

  constructor(deps: ReceiverDeps, { bucket, endpoint, region, accessKeyId, secretAccessKey }: BucketOptions) {
    super({
      partSize: PART_BYTES,
      maxConcurrentPartUploads: MAX_CONCURRENT_PARTS,
      useTags: false,
      s3ClientConfig: {
        bucket,
        endpoint,
        region,
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: true,
        // Other stores than Amazon's do not support checksums after the body.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      },
    });
    this.extensions = EXTENSIONS;
    this.#deps = deps;
  }

  override create(upload: Upload): Promise<Upload> {
    return beginUpload(this.#deps, upload.id, () => translated(super.create(upload)));
  }

  override async getUpload(key: string): Promise<Upload> {
    const row = await getUploadRow(this.#deps.db, key);
    if (row.state !== 'receiving') return uploadOf(key, row, row.declaredBytes);
    // Read first, because `super.getUpload` treats every failure as an upload that does not exist.
    await this.getMetadata(key);
    const upload = await translated(super.getUpload(key));
    if (upload.offset === upload.size) await noteReceived(this.#deps, key, upload.offset);
    return upload;
  }

  override async write(body: Readable, key: string, offset: number): Promise<number> {
    const received = await translated(super.write(body, key, offset));
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

const nameOf = (error: unknown): string => (error as Error | null)?.name ?? '';
const isMissing = (error: unknown): boolean => MISSING.has(nameOf(error));

const translated = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw asUnavailable(error);
  });

/** The error is the bucket's, or it could not be reached, even after the retries of its client. */
function asUnavailable(error: unknown): unknown {
  const { $metadata, $fault } = (error ?? {}) as { $metadata?: { httpStatusCode?: number }; $fault?: string };
  const status = $metadata?.httpStatusCode ?? 0;
  const isUnreachable =
    status >= 500 || status === 429 || $fault === 'server' || nameOf(error) === 'TimeoutError';
  if (!isUnreachable && !isUnavailable(error)) return error;
  return new ProductError('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
