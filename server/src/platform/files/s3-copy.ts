import type { Readable } from 'node:stream';
import { contentTypeOf } from './content-types.ts';
import { S3Error, type S3Options, type S3Request, sendWithRetries } from './s3-request.ts';
import { encodeSegment, payloadHashOf } from './sigv4.ts';

/** A larger object is copied in parts of this size, so that each request is answered within seconds. */
const PART_BYTES = 128 * 1024 * 1024;
const MAX_CONCURRENT_PARTS = 4;

/** Copies within the bucket, without a download. The copy is complete or absent. */
export async function copyObject(
  options: S3Options,
  from: string,
  to: string,
  { partBytes = PART_BYTES } = {},
): Promise<void> {
  const source = {
    'x-amz-copy-source': [options.bucket, ...from.split('/')].map(encodeSegment).join('/'),
    'content-length': '0',
  };
  const size = await sendWithRetries(options, { method: 'HEAD', key: from }, (answer) => {
    answer.resume();
    return Number(answer.headers['content-length'] ?? 0);
  });
  if (size <= partBytes) {
    const headers = { ...source, 'x-amz-metadata-directive': 'REPLACE', 'content-type': contentTypeOf(to) };
    await send(options, { method: 'PUT', key: to, headers });
    return;
  }
  const begun = await send(options, {
    method: 'POST',
    key: to,
    query: { uploads: '' },
    headers: { 'content-type': contentTypeOf(to), 'content-length': '0' },
  });
  const uploadId = valueIn(begun, 'UploadId');
  try {
    const tags: string[] = [];
    const count = Math.ceil(size / partBytes);
    for (let first = 0; first < count; first += MAX_CONCURRENT_PARTS) {
      const numbers = Array.from(
        { length: Math.min(MAX_CONCURRENT_PARTS, count - first) },
        (_, at) => first + at,
      );
      const copied = numbers.map(async (number) => {
        const start = number * partBytes;
        const range = `bytes=${start}-${Math.min(size, start + partBytes) - 1}`;
        const part = await send(options, {
          method: 'PUT',
          key: to,
          query: { partNumber: String(number + 1), uploadId },
          headers: { ...source, 'x-amz-copy-source-range': range },
        });
        return valueIn(part, 'ETag');
      });
      tags.push(...(await Promise.all(copied)));
    }
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    await send(options, {
      method: 'POST',
      key: to,
      query: { uploadId },
      headers: { 'content-type': 'application/xml', 'content-length': String(body.length) },
      body,
      payloadHash: payloadHashOf(body),
    });
  } catch (error) {
    // Incomplete uploads cost as much as objects.
    await send(options, { method: 'DELETE', key: to, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

/** A copy can fail after the store began its answer with 200: the error is then in the document. */
async function send(options: S3Options, request: S3Request): Promise<string> {
  const text = await sendWithRetries(options, request, textOf);
  const code = /<Error>[\s\S]*?<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1];
  if (code) throw new S3Error(500, code, `${request.method} ${request.key}`);
  return text;
}

/** The value is not unescaped, because it is sent back in XML. */
function valueIn(xml: string, name: string): string {
  const value = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  if (!value) throw new Error(`the object store answered without ${name}`);
  return value;
}

export async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
