import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { contentTypeOf } from './content-types.ts';
import { answered } from './s3-client.ts';

/** A larger object is copied in parts of this size, so that each request is answered within seconds. */
const PART_BYTES = 128 * 1024 * 1024;
const MAX_CONCURRENT_PARTS = 4;

/** Copies within the bucket, without a download. The copy is complete or absent. */
export async function copyObject(
  client: S3Client,
  Bucket: string,
  { from, to }: { from: string; to: string },
  { partBytes = PART_BYTES } = {},
): Promise<void> {
  // Keys consist of safe characters (`isSafeKey`), so nothing in them is escaped.
  const CopySource = `${Bucket}/${from}`;
  const target = { Bucket, Key: to };
  const ContentType = contentTypeOf(to);
  const { ContentLength: size = 0 } = await answered(
    client.send(new HeadObjectCommand({ Bucket, Key: from })),
  );
  if (size <= partBytes) {
    const copy = new CopyObjectCommand({ ...target, CopySource, MetadataDirective: 'REPLACE', ContentType });
    await answered(client.send(copy));
    return;
  }
  const { UploadId } = await answered(
    client.send(new CreateMultipartUploadCommand({ ...target, ContentType })),
  );
  const copyPart = async (index: number) => {
    const start = index * partBytes;
    const part = new UploadPartCopyCommand({
      ...target,
      UploadId,
      CopySource,
      PartNumber: index + 1,
      CopySourceRange: `bytes=${start}-${Math.min(size, start + partBytes) - 1}`,
    });
    const { CopyPartResult } = await answered(client.send(part));
    return { PartNumber: index + 1, ETag: CopyPartResult?.ETag };
  };
  try {
    const Parts: Awaited<ReturnType<typeof copyPart>>[] = [];
    const count = Math.ceil(size / partBytes);
    while (Parts.length < count) {
      const begun = Math.min(MAX_CONCURRENT_PARTS, count - Parts.length);
      Parts.push(
        ...(await Promise.all(Array.from({ length: begun }, (_, at) => copyPart(Parts.length + at)))),
      );
    }
    const complete = new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } });
    await answered(client.send(complete));
  } catch (error) {
    // Incomplete uploads cost as much as objects.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {});
    throw error;
  }
}
