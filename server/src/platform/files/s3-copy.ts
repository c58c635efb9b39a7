import type { Readable } from 'node:stream';
import { contentTypeOf } from './content-types.ts';
import { S3Error, type S3Options, type S3Request, sendWithRetries } from './s3-request.ts';
import { encodeSegment, payloadHashOf } from './sigv4.ts';

/** A larger object is copied in parts of this size: a bucket copies some in a request, and answers within seconds. */
const PART_BYTES = 128 * 1024 * 1024;
const PARTS_AT_ONCE = 4;

/** Within the bucket: no byte comes here. The copy is whole or absent. */
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
    for (let first = 0; first < count; first += PARTS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(PARTS_AT_ONCE, count - first) }, (_, at) => first + at);
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
    // Parts that belong to nothing cost as much as an object.
    await send(options, { method: 'DELETE', key: to, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

/** A bucket that began to answer before it failed says so in the document. */
async function send(options: S3Options, request: S3Request): Promise<string> {
  const text = await sendWithRetries(options, request, textOf);
  const code = /<Error>[\s\S]*?<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1];
  if (code) throw new S3Error(500, code, `${request.method} ${request.key}`);
  return text;
}

/** Left as it is written: what XML escapes there is sent back the same way. */
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
