import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { MINUTE_MS } from './durations.ts';

let app: TestApp;
let jpeg: Buffer;
let png: Buffer;
beforeAll(async () => {
  app = await testApp();
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#0f4c53' } });
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 0/1' } };
  jpeg = await picture.clone().withExif(gps).jpeg().toBuffer();
  png = await picture.clone().png().toBuffer();
});
afterAll(() => app.close());

const place = (body: object, as: Parameters<TestApp['call']>[1] = {}) =>
  app.call(accountsCalls.createUpload, { ...as, body });
const put = (url: string, payload: Buffer, type = 'image/jpeg', remoteAddress = '127.0.0.1') =>
  app.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type }, remoteAddress });
async function send(bytes: Buffer, type: 'image/jpeg' | 'image/png' = 'image/jpeg') {
  const { body } = await place({ content_type: type, size: bytes.length });
  return put(body.upload_url, bytes, type);
}

describe('an upload', () => {
  it('becomes a square picture without anything else that was in the file', async () => {
    expect(jpeg.includes('Exif')).toBe(true);
    const answer = await send(jpeg);
    expect(answer.statusCode).toBe(201);
    const { link } = answer.json();
    expect(link).toMatch(/^\/files\/public\/avatars\/\d{13}-[0-9a-f]{24}\.webp$/);
    const file = await app.app.inject({ method: 'GET', url: link });
    expect(file.headers['content-type']).toBe('image/webp');
    const image = await sharp(file.rawPayload).metadata();
    expect(image).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(image.exif).toBeUndefined();
  });

  it('takes a PNG as well, and answers the same to the same request', async () => {
    const { body } = await place({ content_type: 'image/png', size: png.length });
    const first = await put(body.upload_url, png, 'image/png');
    const second = await put(body.upload_url, png, 'image/png');
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
  });

  it('is used as the picture of a profile', async () => {
    const person = await app.person();
    const [country] = (await app.call(accountsCalls.listCountries)).body.data;
    const [job] = (await app.call(accountsCalls.listUserJobs)).body.data;
    const { link } = (await send(jpeg)).json();
    const profile = { first_name: 'Ada', second_name: 'Byron', country_id: country.id, job_id: job.id };
    const update = (image: unknown) =>
      app.call(accountsCalls.updateProfile, { as: person, body: { ...profile, image } });
    expect((await update(link)).body).toMatchObject({ image: link, message: 'User has been updated' });
    // A form sends the present value to keep it; without the field nothing changes; null removes it.
    expect((await update(link)).body.image).toBe(link);
    expect((await update(undefined)).body.image).toBe(link);
    expect((await update(null)).body.image).toBeNull();
    expect((await update('/files/public/covers/1-ab.webp')).body.code).toBe('upload_failed');
  });

  it.each([
    [{ content_type: 'image/gif', size: 10 }, { content_type: 'Choose one JPEG or PNG picture.' }],
    [{ content_type: 'image/jpeg', size: 5_000_001 }, { size: 'The picture may have at most 5 MB.' }],
  ])('of %j is not offered a place', async (body, fields) => {
    const answer = await place(body);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual(fields);
  });

  it('of a picture for a topic needs a signed-in person', async () => {
    const body = { purpose: 'topic_image', content_type: 'image/jpeg', size: 10 };
    expect((await place(body)).body.code).toBe('not_signed_in');
    expect((await place(body, { as: await app.person() })).status).toBe(201);
  });

  it.each([
    ['customer', 403],
    ['author', 403],
    ['staff', 201],
  ] as const)('of a listing is offered a place to staff alone: %s', async (role, status) => {
    const body = { purpose: 'listing_picture', content_type: 'image/jpeg', size: 10 };
    expect((await place(body, { as: await app.person({ role }) })).status).toBe(status);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['is no picture', async () => Buffer.from('<svg onload="alert(1)"/>')],
    [
      'only begins like one',
      async () => Buffer.concat([jpeg.subarray(0, 12), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['is of another type than stated', async () => png],
    ['is cut off', async () => jpeg.subarray(0, 200)],
  ])('that %s is refused', async (_what, make) => {
    const answer = await send(await make());
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('upload_failed');
  });

  it('loses what hides behind the pixels', async () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]);
    const { link } = (await send(polyglot)).json();
    const file = await app.app.inject({ method: 'GET', url: link });
    expect(file.rawPayload.includes('script')).toBe(false);
  });

  it('that would be enormous when unpacked is refused', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await send(bomb, 'image/png')).json().code).toBe('upload_failed');
  });

  it('of another size or type than stated is refused', async () => {
    const { body } = await place({ content_type: 'image/jpeg', size: jpeg.length - 1 });
    expect((await put(body.upload_url, jpeg)).json().code).toBe('upload_failed');
    expect((await put(body.upload_url, jpeg, 'image/png')).statusCode).toBe(415);
    expect((await put(body.upload_url, Buffer.alloc(5_000_001))).statusCode).toBe(413);
  });

  it('goes to no place that was not signed, or is too old', async () => {
    const { body } = await place({ content_type: 'image/jpeg', size: jpeg.length });
    const forged = body.upload_url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'));
    expect((await put(forged, jpeg)).statusCode).toBe(404);
    app.clock.advance(16 * MINUTE_MS);
    expect((await put(body.upload_url, jpeg)).statusCode).toBe(404);
  });
});

describe('an upload address', () => {
  const placeFor = async (bytes: Buffer, type: 'image/jpeg' | 'image/png' = 'image/jpeg') =>
    (await place({ content_type: type, size: bytes.length })).body.upload_url as string;
  const garbage = () => Buffer.alloc(jpeg.length, 'x');

  it('is good for one file: what is sent after a refused one is not looked at', async () => {
    const url = await placeFor(jpeg);
    expect((await put(url, garbage())).statusCode).toBe(422);
    const again = await put(url, jpeg);
    expect([again.statusCode, again.json().code]).toEqual([422, 'upload_failed']);
    // A new URL is requested, which counts.
    expect((await send(jpeg)).statusCode).toBe(201);
  });

  it('is good for one of many files that come at once', async () => {
    const url = await placeFor(jpeg);
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_none, n) => put(url, jpeg, 'image/jpeg', `192.0.2.${n % 2}`)),
    );
    expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 422]));
    const links = sent.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().link);
    expect(new Set(links).size).toBe(1);
    expect((await app.app.inject({ method: 'GET', url: links[0] })).statusCode).toBe(200);
  });

  it('that is forged, used or meant for other bytes is refused before the body is sent', async () => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    /** Sends the headers alone, and waits for the answer. */
    const announce = (path: string, length: number, type = 'image/jpeg') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': type, 'content-length': length };
        const asked = request({ port, host: '127.0.0.1', path, method: 'PUT', headers }, (answer) => {
          resolve(answer.statusCode);
          asked.destroy();
        });
        asked.on('error', reject);
        asked.flushHeaders();
      });
    const fresh = await placeFor(jpeg);
    const used = await placeFor(jpeg);
    await put(used, garbage());
    expect(await announce(`${fresh}x`, jpeg.length)).toBe(404);
    expect(await announce(fresh, jpeg.length + 1)).toBe(422);
    expect(await announce(fresh, 6_000_000)).toBe(413);
    expect(await announce(fresh, jpeg.length, 'image/png')).toBe(415);
    expect(await announce(used, jpeg.length)).toBe(422);
    expect((await put(fresh, jpeg)).statusCode).toBe(201);
  });

  it('takes no PNG with more pixels than a portrait needs', async () => {
    const large = await sharp({ create: { width: 4200, height: 4200, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await send(large, 'image/png')).statusCode).toBe(422);
  });
});

describe('a JPEG with several scans', () => {
  const progressive = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
      .jpeg({ progressive: true })
      .toBuffer();

  it('is taken as cameras and web sites make it, and neither enormous nor with scans repeated', async () => {
    const usual = await progressive(900);
    expect((await send(usual)).statusCode).toBe(201);
    expect((await send(await progressive(3600))).statusCode).toBe(422);
    const last = usual.subarray(usual.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const repeated = Buffer.concat([usual.subarray(0, -2), ...Array(20).fill(last), usual.subarray(-2)]);
    expect((await send(repeated)).statusCode).toBe(422);
  });
});

describe('pictures whose last byte does not come', () => {
  /** Sends the headers and `bytes` of the body. */
  async function begin(url: string, bytes: Buffer) {
    if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const headers = { 'content-type': 'image/jpeg', 'content-length': jpeg.length };
    const asked = request({ port, host: '127.0.0.1', path: url, method: 'PUT', headers });
    const answer = new Promise<number | undefined>((resolve) => {
      asked.on('response', ({ statusCode }) => resolve(statusCode));
      asked.on('error', () => resolve(undefined));
    });
    asked.write(bytes);
    return { asked, answer };
  }
  const placeUrl = async () =>
    (await place({ content_type: 'image/jpeg', size: jpeg.length })).body.upload_url as string;

  it('are few of one network, and others send theirs', async () => {
    const urls = await Promise.all(Array.from({ length: 6 }, placeUrl));
    const sent = await Promise.all(urls.map((url) => begin(url, jpeg.subarray(0, -1))));
    const refused = await Promise.race(sent.map(({ answer }) => answer));
    expect(refused).toBe(503);
    expect((await put(await placeUrl(), jpeg, 'image/jpeg', '192.0.2.20')).statusCode).toBe(201);
    for (const { asked } of sent) asked.destroy();
    await vi.waitFor(async () => expect((await send(jpeg)).statusCode).toBe(201), { timeout: 20_000 });
  });

  it('make room for somebody else, from however many networks they come', async () => {
    const slow: Readable[] = [];
    const sent = Array.from({ length: 26 }, async (_none, n) => {
      const url = await placeUrl();
      const payload = new Readable({ read: () => {} });
      payload.push(jpeg.subarray(0, 100));
      slow.push(payload);
      const headers = { 'content-type': 'image/jpeg', 'content-length': `${jpeg.length}` };
      const answer = await app.app.inject({
        ...{ method: 'PUT', url, payload, headers },
        remoteAddress: `198.51.100.${n}`,
      });
      return answer.statusCode;
    });
    // Two requests exceed the slots, once all are taken.
    expect(await Promise.race(sent)).toBe(503);
    await vi.waitFor(
      async () =>
        expect((await put(await placeUrl(), jpeg, 'image/jpeg', '192.0.2.30')).statusCode).toBe(201),
      { timeout: 10_000, interval: 100 },
    );
    expect(await Promise.all(sent)).toEqual(Array(26).fill(503));
    for (const payload of slow) payload.destroy();
  });

  it('leave their address good for another try, which needs not wait for the first', async () => {
    const url = await placeUrl();
    const first = await begin(url, jpeg.subarray(0, 30));
    expect((await put(url, jpeg, 'image/jpeg', '192.0.2.40')).statusCode).toBe(201);
    first.asked.destroy();
    const other = await placeUrl();
    const cut = await begin(other, jpeg.subarray(0, 30));
    cut.asked.destroy();
    await cut.answer;
    expect((await put(other, jpeg)).statusCode).toBe(201);
  });
});

describe('many pictures at once', () => {
  let cut: Buffer;
  beforeAll(async () => {
    const whole = await sharp({ create: { width: 2400, height: 2400, channels: 3, background: '#0f4c53' } })
      .png({ progressive: true })
      .toBuffer();
    cut = whole.subarray(0, whole.length - 200);
  });
  const places = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { body } = await place({ content_type: 'image/png', size: cut.length });
        return body.upload_url as string;
      }),
    );

  it('wait for each other, some for a new try, and a cover for none of them', async () => {
    const cover = 'public/covers/while-decoding.webp';
    await app.deps.storage.put(cover, Buffer.from('a cover'));
    const urls = await places(24);
    const statuses: number[] = [];
    const refused: string[] = [];
    const decoded = () => statuses.filter((status) => status === 422).length;
    const sent = urls.map(async (url) => {
      const { statusCode, headers } = await put(url, cut, 'image/png');
      statuses.push(statusCode);
      if (statusCode === 503 && Number(headers['retry-after']) > 0) refused.push(url);
    });
    // Requests without a free slot are refused at once; the others are being decoded or wait.
    await vi.waitFor(() => expect(refused.length).toBeGreaterThan(0), { timeout: 20_000, interval: 1 });
    const answer = await app.app.inject({ method: 'GET', url: `/files/${cover}` });
    const decodedBefore = decoded();
    expect(answer.statusCode).toBe(200);
    await Promise.all(sent);
    expect(new Set(statuses)).toEqual(new Set([422, 503]));
    expect(decodedBefore).toBeLessThan(decoded() / 2);
    // The refused files were not checked, so they are now.
    expect((await put(refused[0] as string, cut, 'image/png')).statusCode).toBe(422);
  });
});
