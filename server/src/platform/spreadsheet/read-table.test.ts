import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbook } from '../../testing/workbook.ts';
import { decodeText } from './decode-text.ts';
import { readTable } from './read-table.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string, { mark = true, big = false } = {}) => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const read = async (bytes: Buffer) => (await readTable(bytes, 100)).rows.map(({ cells }) => cells);

describe('text', () => {
  it.each([
    ['UTF-8', Buffer.from('é,李')],
    ['UTF-8', Buffer.from('\uFEFFé,李')],
    ['UTF-16', wide('é,李, plain')],
    ['UTF-16', wide('é,李, plain', { big: true })],
    ['UTF-16', wide('a@b.example,Ann,Lee', { mark: false })],
    ['UTF-16', wide('a@b.example,Ann,Lee', { mark: false, big: true })],
    ['Windows-1252', latin('Andr\xe9,Gr\xf6\xdfe,O\x92Neil,\x80 5')],
  ])('in %s is recognized', (encoding, bytes) => {
    const { text, encoding: found } = decodeText(bytes);
    expect([found, text.includes('\uFEFF'), text.includes('\0')]).toEqual([encoding, false, false]);
  });

  it.each([
    ['Mac OS Roman', latin('Andr\x8e M\x9fller')],
    ['Windows-1256', latin('\xe3\xcd\xe3\xcf,a@b.example')],
    ['Windows-1251', latin('\xc8\xe2\xe0\xed')],
    ['GB 18030', latin('\xc0\xee,\xcd\xf5')],
    ['Shift JIS', latin('\x97\x9b,\x89\xa4')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ])('in %s is refused, with what to do', (_encoding, bytes) => {
    expect(() => decodeText(bytes)).toThrow('Save it as "CSV UTF-8"');
  });
});

describe('a table', () => {
  it('has the separator that its first line has most of, or that it names', async () => {
    expect(await read(Buffer.from('a;b;"c;d"\r\n1;2;3'))).toEqual([
      ['a', 'b', 'c;d'],
      ['1', '2', '3'],
    ]);
    const named = await readTable(Buffer.from('sep=|\na,b|c\n'), 10);
    expect(named.rows).toEqual([{ row: 2, cells: ['a,b', 'c'] }]);
  });

  it('of Excel has the first sheet that is shown', async () => {
    const { source, rows } = await readTable(workbook(), 100);
    expect(source).toBe('Excel');
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'Given name', 'Last name', 'E-mail'],
      [2, 'Noor', 'Haddad & Sons', 'x1@example.org'],
      [4, '李', '王', 'x2@example.org'],
    ]);
  });

  it.each([
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), 'This is not an Excel workbook.'],
    ['a cut-off workbook', workbook().subarray(0, 400), 'The Excel file is damaged.'],
    ['broken XML', workbook('<worksheet><row>'), 'There is no'],
    [
      'an entity of its own',
      workbook('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'),
      'The Excel file is damaged.',
    ],
    [
      'what is small only while it is packed',
      zipSync({ 'xl/workbook.xml': new Uint8Array(40_000_000) }),
      'too large when it is unpacked',
    ],
  ])('is refused as %s', async (_what, bytes, reason) => {
    const outcome = await readTable(bytes, 100).then(
      ({ rows }) => `There is no row: ${rows.length}`,
      (error: Error) => error.message,
    );
    expect(outcome).toContain(reason);
  });
});
