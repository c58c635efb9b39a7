import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { buildMaterial } from '../../testing/material-factories.ts';

const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720
720.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=700000,RESOLUTION=640x360
360.m3u8
`;
const variant = (side: number) => `#EXTM3U
#EXT-X-TARGETDURATION:6
#EXT-X-MAP:URI="${side}.mp4",BYTERANGE="4@0"
#EXTINF:6.0,
#EXT-X-BYTERANGE:3@4
${side}.mp4
#EXT-X-ENDLIST
`;

describe('a lecture in several sizes', () => {
  let t: TestApp;
  let reader: Person;
  let lecture: Awaited<ReturnType<typeof buildMaterial>>;
  let other: typeof lecture;

  beforeAll(async () => {
    t = await testApp();
    const bookId = (await buildBook(t.deps.db)).id;
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    const build = () =>
      buildMaterial(t.deps.db, {
        bookId,
        content: (at) => ({ file: at('video.mp4'), stream: at('stream/master.m3u8') }),
      });
    [lecture, other] = [await build(), await build()];
    for (const { at } of [lecture, other]) {
      await t.deps.storage.put(at('stream/master.m3u8'), Buffer.from(MASTER));
      for (const side of [720, 360]) {
        await t.deps.storage.put(at(`stream/${side}.m3u8`), Buffer.from(variant(side)));
        await t.deps.storage.put(at(`stream/${side}.mp4`), Buffer.from('initabc'));
      }
    }
  });
  afterAll(() => t.close());

  const streamOf = async (id: string): Promise<string> =>
    (await t.call(lecturesCalls.getSupplementaryMaterial, { as: reader, params: { id } })).body.video
      .stream_url;
  const ask = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
  /** Resolves addresses as a player does, relative to the playlist. */
  const urlsIn = (playlist: string, at: string) =>
    [...playlist.matchAll(/^(?!#)(\S+)$|URI="([^"]+)"/gm)].map(([, line, uri]) => {
      const { pathname, search } = new URL((line ?? uri) as string, `http://localhost${at}`);
      return `${pathname}${search}`;
    });

  it('plays with no other addresses than those in its playlist', async () => {
    const master = await streamOf(lecture.id);
    const answer = await ask(master);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'accept-ranges': 'none',
    });
    expect(answer.headers['cache-control']).toMatch(/^private/);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    const variants = urlsIn(answer.body, master);
    expect(variants).toHaveLength(2);
    for (const url of variants) {
      const playlist = await ask(url);
      expect(playlist.statusCode).toBe(200);
      const [map, segment] = urlsIn(playlist.body, url) as [string, string];
      const parts = [await ask(map, { range: 'bytes=0-3' }), await ask(segment, { range: 'bytes=4-6' })];
      expect(parts.map(({ statusCode, body }) => [statusCode, body])).toEqual([
        [206, 'init'],
        [206, 'abc'],
      ]);
    }
    expect((await t.app.inject({ method: 'HEAD', url: master })).headers['content-length']).toBe(
      answer.headers['content-length'],
    );
  });

  it('opens no other lecture, and nothing after its grant has expired', async () => {
    const master = await streamOf(lecture.id);
    const [, grant = ''] = master.split('grant=');
    const names = ['stream/master.m3u8', 'stream/720.m3u8', 'stream/720.mp4', 'video.mp4'];
    for (const name of names) {
      expect((await ask(`/files/${other.at(name)}?grant=${grant}`)).statusCode).toBe(403);
      expect((await ask(`/files/${other.at(name)}`)).statusCode).toBe(403);
    }
    // A path that leaves the lecture's folder is refused.
    const climb = `/files/${lecture.at('stream')}/..%2f..%2f${other.key}%2fstream%2f720.mp4?grant=${grant}`;
    expect((await ask(climb)).statusCode).toBe(404);
    const [first = ''] = urlsIn((await ask(master)).body, master);
    t.clock.advance(3 * HOUR_MS);
    for (const url of [master, first]) expect((await ask(url)).statusCode).toBe(403);
    t.clock.reset();
  });

  it('extends its grant only to files beside its playlist', async () => {
    const hostile = `#EXTM3U
#EXT-X-KEY:METHOD=AES-128,URI="https://thief.example/key"
#EXT-X-MAP:URI="../../${other.key}/stream/720.mp4"
https://thief.example/segment.mp4
//thief.example/segment.mp4
/files/${other.at('video.mp4')}
720.mp4?grant=own
720.mp4
`;
    await t.deps.storage.put(lecture.at('stream/hostile.m3u8'), Buffer.from(hostile));
    const master = await streamOf(lecture.id);
    const [, grant = ''] = master.split('grant=');
    const { body } = await ask(`/files/${lecture.at('stream/hostile.m3u8')}?grant=${grant}`);
    expect(body.split('\n').filter((line) => line.includes(grant))).toEqual([`720.mp4?grant=${grant}`]);
  });

  it('is a single file if it was created so', async () => {
    const plain = await buildMaterial(t.deps.db, { bookId: lecture.bookId });
    expect(await streamOf(plain.id)).toBeNull();
  });
});
