import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

/** The server of the tus protocol, in memory: what it has of each upload, and who was asked in whose name. */
export class FakeUploads implements HttpStack {
  readonly received = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly asked: { method: string; token: string | undefined }[] = [];
  /** What goes wrong with the next requests, first with the next one: `lost` is not answered, a number is a status. */
  readonly failures: ('lost' | { status: number; body: object; retryAfter?: string })[] = [];
  /** Called before a part is stored. */
  onPart: () => void | Promise<void> = () => {};
  #count = 0;

  getName(): string {
    return 'FakeUploads';
  }

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Map<string, string>();
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void headers.set(name.toLowerCase(), value),
      getHeader: (name) => headers.get(name.toLowerCase()),
      setProgressHandler: () => {},
      send: (body: unknown) => this.#answer(method, url, headers, body),
      abort: async () => {},
      getUnderlyingObject: () => null,
    };
  }

  async #answer(
    method: string,
    url: string,
    headers: ReadonlyMap<string, string>,
    body: unknown,
  ): Promise<HttpResponse> {
    this.asked.push({ method, token: headers.get('authorization') });
    const failure = this.failures.shift();
    if (failure === 'lost') throw new Error('no answer');
    if (failure) return responseOf(failure.status, { 'retry-after': failure.retryAfter ?? '' }, failure.body);
    if (method === 'POST') {
      this.#count += 1;
      const location = `${url}/0198c0de-0000-7000-8000-00000000000${this.#count}`;
      this.received.set(location, new Uint8Array());
      return responseOf(201, { location });
    }
    const known = this.received.get(url);
    if (!known) return responseOf(404, {}, { code: 'not_found' });
    if (method === 'DELETE') {
      this.received.delete(url);
      return responseOf(204);
    }
    if (method === 'HEAD')
      return responseOf(200, { 'upload-offset': String(known.length), 'upload-length': '9' });
    if (Number(headers.get('upload-offset')) !== known.length)
      return responseOf(409, {}, { code: 'upload_offset' });
    await this.onPart();
    const part = new Uint8Array(await bytesOf(body as Blob));
    const whole = new Uint8Array(known.length + part.length);
    whole.set(known);
    whole.set(part, known.length);
    this.received.set(url, whole);
    return responseOf(204, { 'upload-offset': String(whole.length) });
  }
}

const bytesOf = (blob: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });

const responseOf = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: object | null = null,
): HttpResponse => ({
  getStatus: () => status,
  getHeader: (name) => headers[name.toLowerCase()],
  getBody: () => (body ? JSON.stringify(body) : ''),
  getUnderlyingObject: () => null,
});
