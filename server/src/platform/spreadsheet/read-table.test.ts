import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbook, workbookOf } from '../../testing/workbook.ts';
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

  it('of Excel is the sheet with addresses, where a cover stands before it', async () => {
    const book = workbookOf({
      Cover: '<row r="1"><c t="inlineStr"><is><t>Residents, autumn term</t></is></c></row>',
      List: '<row r="1"><c t="inlineStr"><is><t>a@b.example</t></is></c></row>',
    });
    expect((await readTable(book, 10)).rows).toEqual([{ row: 1, cells: ['a@b.example'] }]);
    const cover = workbookOf({
      Cover: '<row r="1"><c t="inlineStr"><is><t>Nobody</t></is></c></row>',
      Empty: '',
    });
    expect((await readTable(cover, 10)).rows).toEqual([{ row: 1, cells: ['Nobody'] }]);
  });

  it('of Excel unpacks no more than the sheets that it looks at', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`;
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_none, index) => [`S${index}`, row.repeat(200)]),
    );
    const { rows } = await readTable(workbookOf(many), 5);
    expect(rows).toHaveLength(5);
    // All of them together would be too large.
    const large = Object.fromEntries(Object.keys(many).map((name) => [name, row.repeat(3000)]));
    await expect(readTable(workbookOf(large), 5)).rejects.toThrow('too large when it is unpacked');
  });

  it.each(['1.5', '1e300', 'Infinity', '-2', 'A', '99999999'])(
    'of Excel counts its rows where one is said to be number %s',
    async (number) => {
      const book = workbookOf({
        List: `<row r="${number}"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>`,
      });
      expect((await readTable(book, 10)).rows).toEqual([{ row: 1, cells: ['x'] }]);
    },
  );

  it('of Excel cuts a text that is no longer about a person', async () => {
    const [only] = (
      await readTable(
        workbookOf({ List: `<row><c t="inlineStr"><is><t>${'x'.repeat(9000)}</t></is></c></row>` }),
        10,
      )
    ).rows;
    expect(only?.cells[0]).toHaveLength(1000);
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
