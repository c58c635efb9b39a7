import { expect, it } from 'vitest';
import { recognizeFile } from './recognize-file.ts';

const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    Buffer.alloc(200),
  ]);
const text = (content: string) => Buffer.from(content);
const recognize = (head: Buffer, size = head.length) => recognizeFile(head, size);

it.each([
  ['a PDF', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['a PDF after a line of a mail program', bytes('X-Header: 1\r\n\r\n%PDF-1.4\n'), 'application/pdf'],
  ['MP4', bytes('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'), 'video/mp4'],
  ['MOV', bytes('\0\0\0\x14ftypqt  \0\0\x02\0qt  '), 'video/quicktime'],
  ['MOV from before it began with its type', bytes('\0\0\x10\0moov\0\0\0\x6cmvhd'), 'video/quicktime'],
  ['Matroska', bytes('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska'), 'video/matroska'],
  ['WebM', bytes('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm'), 'video/webm'],
  ['AVI', bytes('RIFF\x24\x10\0\0AVI LIST'), 'video/vnd.avi'],
  ['FLV', bytes('FLV\x01\x05\0\0\0\x09'), 'video/x-flv'],
  ['JPEG', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0'), 'image/jpeg'],
  ['GIF', bytes('GIF89a'), 'image/gif'],
  ['TIFF', bytes('II*\0\x08\0\0\0'), 'image/tiff'],
  ['WebP', bytes('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
  ['HEIC', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'image/heic'],
  ['DICOM', bytes(Buffer.alloc(128), 'DICM'), 'application/dicom'],
  ['WebVTT', text('WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning'), 'text/vtt'],
  ['WebVTT with a byte order mark', text('\ufeffWEBVTT - captions\n'), 'text/vtt'],
  ['SRT', text('1\r\n00:00:01,000 --> 00:00:02,000\r\nGood morning'), 'application/x-subrip'],
  [
    'Moodle XML',
    text('<?xml version="1.0"?>\n<!-- by hand -->\n<quiz><question/></quiz>'),
    'application/xml',
  ],
  ['QTI with a prefix', text('<q:qti-assessment-item xmlns:q="x"/>'), 'application/xml'],
  ['GIFT', text('::Valve:: Which valve has two leaflets? {=Mitral ~Aortic}'), 'text/plain'],
  ['Aiken', text('Which valve?\nA. Mitral\nB. Aortic\nANSWER: A\n'), 'text/plain'],
  ['CSV in Windows-1252', Buffer.from('question;answer\nHerzgr\xf6\xdfe?;0.5\n', 'latin1'), 'text/csv'],
  ['CSV in UTF-16', Buffer.from('\ufeffquestion,answer\nWhich?,A\n', 'utf16le'), 'text/csv'],
])('%s is known by its content', async (_name, head, kind) => {
  expect(await recognize(head)).toBe(kind);
});

it.each([
  ['a program', bytes('MZ\x90\0\x03\0\0\0')],
  ['a program of Linux', bytes('\x7fELF\x02\x01\x01')],
  ['a script', text('#!/bin/sh\nrm -rf /\n')],
  ['a web page', text('<!doctype html><html><script>alert(1)</script></html>')],
  ['a web page in capitals', text('<HTML><BODY>hello</BODY></HTML>')],
  ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['an SVG behind a declaration', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['sound', bytes('ID3\x03\0\0\0\0\0\x0a')],
  ['a RAR archive', bytes('Rar!\x1a\x07\x01\0')],
  ['chance', bytes('\x01\x02\x03\x04\x05\x06\x07\x08')],
  ['zeros', Buffer.alloc(4096)],
  ['a letter', text('Dear colleague, thank you for your kind words. Yours sincerely')],
  ['one byte', text('x')],
  ['a page that calls itself captions later', text('hello\nWEBVTT\n')],
])('%s is of no kind that is used', async (_name, head) => {
  expect(await recognize(head)).toBeNull();
});

it('rejects a text larger than any question file', async () => {
  expect(await recognize(text('question,answer\nWhich?,A\n'), 60_000_000)).toBeNull();
});

it('recognizes a text whose first bytes end within a character', async () => {
  const head = Buffer.concat([text('question,answer\nWhich?,'), Buffer.from('é').subarray(0, 1)]);
  expect(await recognize(head, head.length + 1)).toBe('text/csv');
});

// With a quadratic expression, one of these takes seconds, and all of them longer than a test may.
it('recognizes a file of one piece again and again as quickly as any other', async () => {
  for (const piece of [
    '\n',
    '\n ',
    ' \r',
    '{',
    '{=',
    '{~}',
    '<!--',
    '<?',
    '<!A',
    '1\n',
    '1 \n',
    ':',
    'ANSWER:',
    '/',
  ])
    for (const prefix of ['a', '', '<']) {
      const head = text(`${(prefix + piece.repeat(65_536)).slice(0, 65_535)}x`);
      for (let time = 0; time < 10; time += 1) await recognize(head);
    }
  expect(await recognize(text(`Which valve?\n${'\n'.repeat(60_000)}ANSWER: A\n`))).toBe('text/plain');
  expect(await recognize(text(`${'<!-- by hand -->'.repeat(4000)}<quiz/>`))).toBe('application/xml');
});
