import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPictures } from '../../../testing/pictures.ts';
import { ffmpegHere, PICTURES, QUICK_H264, record, SOUND } from '../../../testing/recordings.ts';
import { BadVideo } from '../checks/video-facts.ts';
import { convertVideo } from './convert-video.ts';
import { encode } from './encode.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { fileArgument } from './media-kinds.ts';

describe.skipIf(!ffmpegHere)('a file that is no recording, or means harm', () => {
  const programs = ffmpegHere as Ffmpeg;
  const pictures = testPictures();
  let folder: string;
  let secret: string;
  let server: Server;
  const requests: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-hostile-'));
    secret = record(folder, 'secret.mp4', ...PICTURES, ...QUICK_H264);
    copyFileSync(secret, join(folder, 'secret.ts'));
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end(readFileSync(secret));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let files = 0;
  const write = (name: string, content: string | Buffer) => {
    const path = join(folder, `${++files}-${name}`);
    writeFileSync(path, content);
    return path;
  };
  const convert = (path: string) =>
    convertVideo({ programs, pictures }, path, join(folder, `out-${++files}`));
  const refusal = async (path: string) => {
    const out = join(folder, `out-${++files}`);
    const error = await convertVideo({ programs, pictures }, path, out).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(BadVideo);
    expect(existsSync(out)).toBe(false);
    return (error as BadVideo).message;
  };

  it('reads no other file and no address: playlists, lists of files, descriptions and images of them', async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stolen.mp4`;
    const hls = (uri: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n${uri}\n#EXT-X-ENDLIST\n`;
    const dash = (uri: string) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${uri}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
    const hostile: readonly [name: string, content: string][] = [
      ['a.mp4', hls(address)],
      ['b.m3u8', hls(secret)],
      ['c.mp4', hls('secret.ts')],
      ['d.mp4', `ffconcat version 1.0\nfile '${secret}'\n`],
      ['e.mkv', `ffconcat version 1.0\nfile 'secret.mp4'\n`],
      ['f.mpd', dash(address)],
      ['g.mp4', dash('secret.mp4')],
      ['h.sdp', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 4899 RTP/AVP 96\n'],
      ['i.mp4', `<ASX VERSION="3.0"><ENTRY><REF HREF="${address}"/></ENTRY></ASX>`],
      ['j.mp4', `RTSPtext\nrtsp://127.0.0.1/x`],
      ['k.svg', `<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}"/></svg>`],
      ['l.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n'],
      ['m.mp4', 'Just some text that somebody called a video.\n'.repeat(200)],
      ['n.mp4', `\u0000\u0000\u0000\u0018ftypmp42${'\u0000'.repeat(200)}`],
    ];
    for (const [name, content] of hostile) {
      const message = await refusal(write(name, content));
      expect(message, name).toMatch(/^(is no video or sound|is cut off|holds neither|is damaged)/);
    }
    expect(requests).toEqual([]);
  });

  it('follows no reference of a QuickTime movie to another file', async () => {
    // The track's data reference names another file instead of "here".
    const bytes = readFileSync(record(folder, 'dref.mov', ...PICTURES, ...QUICK_H264));
    const at = bytes.indexOf('url ', bytes.indexOf('dref'), 'latin1');
    expect(at).toBeGreaterThan(0);
    bytes.writeUInt32BE(0, at + 4);
    bytes.write('alis', at, 'latin1');
    const result = await convert(write('alias.mov', bytes)).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(BadVideo);
    expect(requests).toEqual([]);
  });

  it('explains the error of a file that is empty, truncated, or declares a wrong length', async () => {
    expect(await refusal(write('empty.mp4', ''))).toBe('is empty; copy or export it again');
    const whole = record(folder, 'whole.mp4', ...PICTURES, ...SOUND, ...QUICK_H264, '-c:a', 'aac');
    const cut = write('cut.mp4', readFileSync(whole));
    truncateSync(cut, Math.floor(readFileSync(whole).length / 2));
    expect(await refusal(cut)).toMatch(/^is cut off/);

    const long = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=20', ...QUICK_H264];
    const first = readFileSync(record(folder, 'first.mp4', ...long, '-movflags', '+faststart'));
    expect(await refusal(write('begun.mp4', first.subarray(0, Math.floor(first.length / 2))))).toMatch(
      /says that it lasts 20 s, but holds \d+ s/,
    );
    const mkv = readFileSync(record(folder, 'first.mkv', ...long));
    expect(await refusal(write('begun.mkv', mkv.subarray(0, Math.floor(mkv.length / 2))))).toMatch(
      /says that it lasts 20 s, but holds \d+ s/,
    );
  });

  it('refuses a file that is too long by its header, before converting anything', async () => {
    const hours = record(
      ...[folder, 'hours.mkv', '-f', 'lavfi', '-i', 'color=s=16x16:r=1/60:d=21600'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast'],
    );
    expect(await refusal(hours)).toBe('lasts 6 h 0 min, and a lecture at most 4 hours; cut it into parts');
  });

  it('ends a decoder that exceeds its memory limit', async () => {
    const args = ['-i', fileArgument(secret), '-vf', 'scale=16000:16000,loop=300:300', '-f', 'null', '-'];
    await expect(encode(programs, args, { seconds: 2, memoryBytes: 400 * 2 ** 20 })).rejects.toThrow(
      /more memory|is damaged/,
    );
  });
});
