import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Multipart uploads, which s3rver supports only in part: list, copy and abort. Parts are files of a folder. */
export function multipartUploads(innerPort: number, folder: string) {
  const send = (response: ServerResponse, status: number, xml = '', headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/xml', ...headers });
    response.end(xml && `<?xml version="1.0" encoding="UTF-8"?>${xml}`);
  };
  const partsOf = async (id: string) => {
    const names = await readdir(join(folder, id));
    return names.map(Number).sort((one, other) => one - other);
  };
  const tagOf = async (path: string) =>
    `"${createHash('md5')
      .update(await readFile(path))
      .digest('hex')}"`;
  const urlOf = (request: IncomingMessage) => new URL(request.url ?? '', `http://127.0.0.1:${innerPort}`);

  async function putPart(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const from = request.headers['x-amz-copy-source'];
    const range = request.headers['x-amz-copy-source-range'];
    const partial = `${path}.${randomUUID()}`;
    if (from) {
      const source = await fetch(`http://127.0.0.1:${innerPort}/${from}`, {
        headers: range ? { range: String(range) } : {},
      });
      await pipeline(Readable.fromWeb(source.body as never), createWriteStream(path));
      return send(response, 200, `<CopyPartResult><ETag>${await tagOf(path)}</ETag></CopyPartResult>`);
    }
    mkdirSync(join(folder, 'arriving'), { recursive: true });
    const arriving = join(folder, 'arriving', partial.split('/').at(-1) as string);
    await pipeline(request, createWriteStream(arriving));
    await pipeline(createReadStream(arriving), createWriteStream(path));
    await rm(arriving);
    send(response, 200, '', { etag: await tagOf(path) });
  }

  async function complete(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    request.resume();
    const url = urlOf(request);
    const paths = (await partsOf(id)).map((name) => join(folder, id, String(name)));
    let bytes = 0;
    for (const path of paths) bytes += (await stat(path)).size;
    const whole = async function* () {
      for (const path of paths) yield* createReadStream(path);
    };
    const stored = await fetch(`${url.origin}${url.pathname}`, {
      method: 'PUT',
      headers: { 'content-length': String(bytes) },
      body: Readable.toWeb(Readable.from(whole())) as never,
      duplex: 'half',
    } as RequestInit);
    if (!stored.ok) return send(response, 500, '<Error><Code>InternalError</Code></Error>');
    await rm(join(folder, id), { recursive: true });
    const result =
      '<CompleteMultipartUploadResult><Location>there</Location></CompleteMultipartUploadResult>';
    send(response, 200, result);
  }

  return {
    isMeant: (request: IncomingMessage) =>
      urlOf(request).searchParams.has('uploads') || urlOf(request).searchParams.has('uploadId'),
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { searchParams } = urlOf(request);
      const id = searchParams.get('uploadId') ?? '';
      try {
        if (request.method === 'POST' && searchParams.has('uploads')) {
          request.resume();
          const made = randomUUID();
          mkdirSync(join(folder, made), { recursive: true });
          const result = `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`;
          return send(response, 200, result);
        }
        if (!existsSync(join(folder, id))) {
          request.resume();
          return send(response, 404, '<Error><Code>NoSuchUpload</Code></Error>');
        }
        if (request.method === 'PUT')
          return await putPart(request, response, join(folder, id, searchParams.get('partNumber') ?? ''));
        if (request.method === 'POST') return await complete(request, response, id);
        request.resume();
        if (request.method === 'DELETE') {
          await rm(join(folder, id), { recursive: true });
          return send(response, 204);
        }
        const parts = await Promise.all(
          (await partsOf(id)).map(async (number) => {
            const path = join(folder, id, String(number));
            const { size } = await stat(path);
            return `<Part><PartNumber>${number}</PartNumber><ETag>${await tagOf(path)}</ETag><Size>${size}</Size></Part>`;
          }),
        );
        send(response, 200, `<ListPartsResult>${parts.join('')}</ListPartsResult>`);
      } catch {
        // Like a killed process, the client is gone.
        response.destroy();
      }
    },
  };
}
