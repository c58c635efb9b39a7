import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPictures } from '../../../testing/pictures.ts';
import { askOf, ffmpegHere, PICTURES, QUICK_H264, record, SOUND } from '../../../testing/recordings.ts';
import { type ConversionProgress, convertVideo } from './convert-video.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';

describe.skipIf(!ffmpegHere)('a recording becomes what browsers play', () => {
  const programs = ffmpegHere as Ffmpeg;
  const pictures = testPictures();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-convert-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let outputs = 0;
  const output = () => join(folder, `out-${++outputs}`);
  const namesIn = (path: string) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(path, name)).isFile(),
    );
  const streamsOf = (path: string) =>
    askOf(path, 'stream=codec_name,width,height,pix_fmt').split('\n').filter(Boolean);

  it('taken over where it fits: index first, without what it said about its maker, as a stream with a poster', async () => {
    const input = record(
      ...[folder, 'phone.mov', ...PICTURES, ...SOUND, ...QUICK_H264, '-c:a', 'aac'],
      ...['-metadata', 'location=+50.8503+004.3517/', '-metadata', 'artist=Dr. Who'],
    );
    const out = output();
    const made = await convertVideo({ programs, pictures }, input, out);
    expect(made.facts).toMatchObject({ container: 'mp4', codec: 'h264', width: 320, height: 240 });
    expect(made.facts.durationSeconds).toBeCloseTo(2, 0);
    expect(namesIn(out).sort()).toEqual([...made.files, 'recipe.json'].sort());
    const bytes = readFileSync(join(out, made.video));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(bytes.includes('+50.85')).toBe(false);
    expect(bytes.includes('Dr. Who')).toBe(false);
    expect(made.stream).toBe('stream/master.m3u8');
    const playlist = readFileSync(join(out, 'stream/master.m3u8'), 'utf8');
    expect(playlist).toMatch(/RESOLUTION=320x240,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"\n240\.m3u8/);
    // A player that follows the playlist finds the complete lecture in it.
    expect(Number(askOf(join(out, 'stream/240.m3u8'), 'format=duration'))).toBeCloseTo(2, 0);
    expect(readFileSync(join(out, made.poster ?? '')).toString('latin1', 8, 12)).toBe('WEBP');
  });

  it.for<[what: string, name: string, args: readonly string[], size: string]>([
    ['an AVI of MPEG-4 and MP3', 'a.avi', [...PICTURES, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'mp3'], '320,240'],
    ['a WebM', 'a.webm', [...PICTURES, ...SOUND, '-c:v', 'libvpx', '-c:a', 'libopus'], '320,240'],
    [
      'a recording of a browser, without a length',
      'live.webm',
      [...PICTURES, '-c:v', 'libvpx', '-live', '1'],
      '320,240',
    ],
    ['a Matroska with AC-3', 'a.mkv', [...PICTURES, ...SOUND, ...QUICK_H264, '-c:a', 'ac3'], '320,240'],
    [
      'MPEG-2 with interlaced pictures',
      'a.mpg',
      [...PICTURES, '-c:v', 'mpeg2video', '-r', '25', '-flags', '+ilme+ildct'],
      '320,240',
    ],
    ['ten bits with high dynamic range', 'hdr.mkv', hdr(), '320,240'],
    [
      '4:4:4',
      'a444.mp4',
      [...PICTURES, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'],
      '320,240',
    ],
    [
      'odd sides',
      'odd.mkv',
      ['-f', 'lavfi', '-i', 'testsrc2=s=321x241:r=10:d=2', '-c:v', 'ffv1', '-pix_fmt', 'yuv444p'],
      '320,240',
    ],
    ['wide pixels', 'sar.mp4', [...PICTURES, ...QUICK_H264, '-vf', 'setsar=2'], '640,240'],
    [
      'an unsteady rate',
      'vfr.mkv',
      [...PICTURES, ...QUICK_H264, '-vf', "select='not(between(n,3,9))'", '-fps_mode', 'vfr'],
      '320,240',
    ],
  ])('%s', async ([, name, args, size], { expect }) => {
    const out = output();
    const { facts } = await convertVideo({ programs, pictures }, record(folder, name, ...args), out);
    expect(facts.durationSeconds).toBeGreaterThan(1.5);
    expect(facts.durationSeconds).toBeLessThan(3);
    const [picture, sound = 'aac'] = streamsOf(join(out, 'video.mp4'));
    expect(picture).toBe(`h264,${size},yuv420p`);
    expect(sound).toMatch(/^aac/);
    expect(askOf(join(out, 'video.mp4'), 'stream=field_order,color_transfer')).not.toMatch(/tt|bb|smpte2084/);
  });

  it('upright where a phone was turned', async () => {
    const turned = readFileSync(record(folder, 'lying.mp4', ...PICTURES, ...QUICK_H264));
    // The matrix of the track's header (ISO/IEC 14496-12, 8.3.2): a quarter turn clockwise.
    const matrix = turned.indexOf('tkhd', 0, 'latin1') + 44;
    for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0, 240 << 16, 0, 0x40000000].entries())
      turned.writeInt32BE(value, matrix + index * 4);
    const path = join(folder, 'turned.mp4');
    writeFileSync(path, turned);
    const out = output();
    const { facts } = await convertVideo({ programs, pictures }, path, out);
    expect(facts).toMatchObject({ width: 240, height: 320 });
    expect(askOf(join(out, 'video.mp4'), 'stream_side_data=rotation')).toBe('');
  });

  it('with a still where there is sound alone, and a cover is no lecture', async () => {
    const cover = record(folder, 'cover.png', '-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1');
    const input = record(
      ...[folder, 'talk.mp3', ...SOUND, '-i', cover, '-map', '0', '-map', '1'],
      ...['-c:v', 'copy', '-id3v2_version', '3', '-disposition:v', 'attached_pic'],
    );
    const out = output();
    const made = await convertVideo({ programs, pictures }, input, out);
    expect(made).toMatchObject({ stream: null, poster: null, files: ['video.mp4'] });
    expect(made.notes).toEqual(['holds no pictures, only sound: it is shown with a still']);
    expect(streamsOf(join(out, 'video.mp4'))).toEqual(['h264,1280,720,yuv420p', 'aac']);
  });

  it('in sizes that go down, whose segments begin at the same seconds', async () => {
    const input = record(
      ...[folder, 'long.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=10:d=14', '-c:v', 'mpeg4'],
    );
    const out = output();
    const made = await convertVideo({ programs, pictures }, input, out);
    expect(made.renditions.map(({ side }) => side)).toEqual([720, 480, 360]);
    const segmentsOf = (side: number) =>
      [...readFileSync(join(out, `stream/${side}.m3u8`), 'utf8').matchAll(/EXTINF:([\d.]+)/g)].map((found) =>
        Number(found[1]),
      );
    expect(segmentsOf(720)).toEqual([6, 6, 2]);
    expect(segmentsOf(480)).toEqual(segmentsOf(720));
    expect(segmentsOf(360)).toEqual(segmentsOf(720));
    const rates = made.renditions.map(({ averageBitsPerSecond }) => averageBitsPerSecond);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  });

  it('resumes after finished files when it was aborted, and leaves no incomplete files', async () => {
    const input = record(
      ...[folder, 'off.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=854x480:r=10:d=4', '-c:v', 'mpeg4'],
    );
    const out = output();
    const stop = new AbortController();
    const told: ConversionProgress[] = [];
    const onProgress = (progress: ConversionProgress) => {
      told.push(progress);
      // The first size is finished, the second is being made.
      if (existsSync(join(out, 'stream/480.m3u8'))) stop.abort(new Error('called off'));
    };
    await expect(
      convertVideo({ programs, pictures }, input, out, { signal: stop.signal, onProgress }),
    ).rejects.toThrow('called off');
    expect(namesIn(out).sort()).toEqual(['recipe.json', 'stream/480.m3u8', 'stream/480.mp4', 'video.mp4']);
    expect(readdirSync(join(out, 'stream')).filter((name) => name.endsWith('.part'))).toEqual([]);
    const before = statSync(join(out, 'video.mp4'));
    writeFileSync(join(out, 'poster.webp.part'), 'left by a killed process');

    const made = await convertVideo({ programs, pictures }, input, out, {
      onProgress: (progress) => void told.push(progress),
    });
    expect(statSync(join(out, 'video.mp4')).mtimeMs).toBe(before.mtimeMs);
    expect(namesIn(out).sort()).toEqual([...made.files, 'recipe.json'].sort());
    expect(told.at(-1)).toEqual({ step: 'poster', seconds: 12, totalSeconds: 12 });

    // Another recording in the same folder starts from the beginning.
    const other = record(folder, 'other.mp4', ...PICTURES, ...QUICK_H264);
    expect((await convertVideo({ programs, pictures }, other, out)).facts.height).toBe(240);
    expect(existsSync(join(out, 'stream/480.mp4'))).toBe(false);
  });
});

function hdr(): string[] {
  const colors = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
  return [...PICTURES, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', ...colors];
}
