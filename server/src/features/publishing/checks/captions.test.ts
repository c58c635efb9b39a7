import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadCaptions, readCaptions } from './captions.ts';

describe('captions', () => {
  let path: string;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-captions-'));
    path = join(folder, 'captions');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (content: string | Buffer) => {
    writeFileSync(path, content);
    return readCaptions(path);
  };
  const problemsOf = async (content: string | Buffer) => {
    const error = await read(content).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BadCaptions);
    return (error as BadCaptions).problems.map(({ line, text }) => `${line} ${text}`);
  };

  it('hold no NUL, keep marks of direction, and refuse half of a character', async () => {
    const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
    const { cues, webVtt } = await read(cue(`a\0b \u202bقلب!\u202c ${'🫀'.repeat(2500)}`));
    expect(cues[0]?.text).toBe(`a\ufffdb \u202bقلب!\u202c ${'🫀'.repeat(2500)}`);
    expect(webVtt).not.toContain('\0');
    const halved = Buffer.from(`\ufeff${cue('half \ud83d')}`, 'utf16le');
    expect(await problemsOf(halved)).toEqual([expect.stringContaining('is not encoded in UTF-8')]);
  });

  it('are written from their cues: in order, without styles, comments, numbers and unknown tags', async () => {
    const { webVtt, cues, lastEndSeconds } = await read(`WEBVTT - Kind: captions

STYLE
::cue { background: url(https://thief.example/x) }

NOTE made by a program

second
01:05.000 --> 01:06.000 align:start onclick:alert(1) line:90%
<v Dr. Ada>Na < 5 & K > 3, &nbsp;<script>alert(1)</script> <font color="red">red</font> <00:01:05.500>now

00:01.000 --> 00:02.500
<B>Bold</B>
and <c.yellow>more</c>
`);
    expect(webVtt).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.500
<b>Bold</b>
and <c.yellow>more</c>

00:01:05.000 --> 00:01:06.000 align:start line:90%
<v Dr. Ada>Na &lt; 5 &amp; K > 3, &nbsp;&lt;script>alert(1)&lt;/script> red <00:01:05.500>now
`);
    expect(cues.map(({ startSeconds }) => startSeconds)).toEqual([1, 65]);
    expect(lastEndSeconds).toBe(66);
    expect((await read(webVtt)).webVtt).toBe(webVtt);
  });

  it('are read from SubRip as programs really write it', async () => {
    const { webVtt } = await read(
      '\uFEFF1\r\n0:00:01,5 --> 00:00:02,000 X1:40 X2:600\r\n{\\an8}<i>One</i>\r\n\r\ngoes on\r\n\r\n2\r\n00:00:03.000 --> 00:00:04.000\r\nTwo\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\nThree\r\n',
    );
    expect(webVtt).toBe(`WEBVTT

00:00:01.500 --> 00:00:02.000
<i>One</i>
goes on

00:00:03.000 --> 00:00:04.000
Two

00:00:05.000 --> 00:00:06.000
Three
`);
  });

  it('are read from UTF-16, as old editors save them', async () => {
    const text = '\uFEFF1\n00:00:01,000 --> 00:00:02,000\nنبض\n';
    expect((await read(Buffer.from(text, 'utf16le'))).webVtt).toContain('نبض');
  });

  it('report every error with its line', async () => {
    expect(
      await problemsOf(
        'WEBVTT\n\n00:01 --> 00:02\nHm\n\n00:05.000 --> 00:04.000\nBack\n\n00:07.000 --> 00:08.000\nFine\n\n1:2 --> 3\nNo\n',
      ),
    ).toEqual([
      '3 has a line of times that is not like "00:01.000 --> 00:04.000"',
      '6 has a caption that ends before it begins',
      '12 has a line of times that is not like "00:01.000 --> 00:04.000"',
    ]);
    expect(await problemsOf(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nna\xefve\n', 'latin1'))).toEqual([
      '3 is not encoded in UTF-8 (perhaps in Windows-1252 or Latin-1); save it as UTF-8',
    ]);
    expect(await problemsOf('PK\u0003\u0004 a zip')).toEqual([
      '1 is neither WebVTT nor SubRip (SRT); give captions in one of these formats',
    ]);
    expect(await problemsOf('WEBVTT\n\nNOTE nothing')).toEqual(['null has no caption in it']);
  });

  it('with many unclosed tags are read quickly', async () => {
    const open = await read(
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<font '.repeat(200_000)}\n${'{\\'.repeat(200_000)}\n`,
    );
    expect(open.cues).toHaveLength(1);
  });

  it.each([
    [
      '60,000 cues',
      '00:01.000 --> 00:02.000\nx\n'.repeat(60_000),
      'has more than 20,000 captions; divide it',
    ],
    ['more than 5 MB', 'x'.repeat(5_000_001), 'is larger than 5 MB'],
    ['many wrong times', '-->\n\n'.repeat(100_000), 'has a line of times that is not like'],
  ])('of %s are refused, with no more lines than somebody reads', async (_, text, reason) => {
    const refused = await read(`WEBVTT\n\n${text}`).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining(reason) });
    expect((refused as BadCaptions).problems.length).toBeLessThanOrEqual(100);
  });
});
