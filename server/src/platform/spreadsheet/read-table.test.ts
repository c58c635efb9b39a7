import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbook, workbookOf } from '../../testing/workbook.ts';
import { decodeText } from './decode-text.ts';
import { readTable as readTableOf, type TableRow } from './read-table.ts';

const options = {
  maxCellLength: 1000,
  isWanted: (rows: readonly TableRow[]) => rows.some(({ cells }) => cells.some((cell) => cell.includes('@'))),
};
const readTable = (bytes: Uint8Array, maxRows: number) =>
  readTableOf(bytes, { ...options, maxRows, sender: 'a reader' });
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
    ['Windows-1252', latin('Andr\xe9,Gr\xf6\xdfe,O\x92Neil,\x80 5, \xa312')],
  ])('in %s is recognized', (encoding, bytes) => {
    const { text, encoding: found } = decodeText(bytes);
    expect([found, text.includes('\uFEFF'), text.includes('\0')]).toEqual([encoding, false, false]);
  });

  it.each([
    ['Mac OS Roman', latin('Andr\x8e M\x9fller')],
    ['Windows-1250', latin('Pawe\xb3,Nowak')],
    ['Windows-1250', latin('\xa3ukasz,Nowak')],
    ['Windows-1256', latin('\xe3\xcd\xe3\xcf,a@b.example')],
    ['Windows-1251', latin('\xc8\xe2\xe0\xed')],
    ['GB 18030', latin('\xc0\xee,\xcd\xf5')],
    ['Shift JIS', latin('\x97\x9b,\x89\xa4')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ])('in %s is refused, with what to do', (_encoding, bytes) => {
    expect(() => decodeText(bytes)).toThrow('Save it as "CSV UTF-8"');
  });
});

it.each([
  ['UTF-8', Buffer.from('\uFEFFa@b.example,An\0n')],
  ['UTF-16', wide('a@b.example,An\0n,Lee')],
])('a table in %s with a NUL character is refused', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow('This is not a text file.');
});

it('a cell of an Excel file is cut between characters, and keeps no NUL', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const book = (text: string) => workbookOf({ A: `<row>${cell('a@b.example')}${cell(text)}</row>` });
  const [[, long = ''] = []] = await read(book(`x${'🫀'.repeat(5000)}`));
  expect([long.length, long.isWellFormed()]).toEqual([999, true]);
  for (const bad of ['a&#0;b', 'a\0b', 'half &#xD83D;'])
    await expect(read(book(bad))).rejects.toThrow('The Excel file is damaged.');
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

  it('of Excel is the sheet that is wanted, where a cover stands before it', async () => {
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

  it('of Excel cuts a text that is longer than a cell may be', async () => {
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
    ['broken XML', workbook('<worksheet><row>'), 'The Excel file is damaged.'],
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

/** The end of the directory, in both forms: `count` and `offset` are what they say, whatever is there. */
function archiveThatSays({ count, offset = 0 }: { count: number; offset?: number }): Buffer {
  const bytes = Buffer.alloc(4 + 56 + 20 + 22);
  bytes.writeUInt32LE(0x04034b50, 0);
  bytes.writeUInt32LE(0x06064b50, 4);
  bytes.writeUInt32LE(count, 4 + 32);
  bytes.writeUInt32LE(offset, 4 + 48);
  bytes.writeUInt32LE(0x07064b50, 60);
  bytes.writeUInt32LE(4, 60 + 8);
  bytes.writeUInt32LE(0x06054b50, 80);
  bytes.writeUInt16LE(1, 88);
  bytes.writeUInt32LE(0xffffffff, 96);
  return bytes;
}

/** The same archive as programs write it that use ZIP64 for all they write. */
function asZip64(archive: Buffer): Buffer {
  const end = archive.length - 22;
  const start = archive.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let at = start; at < end; ) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const entry = Buffer.from(archive.subarray(at, nameEnd));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(24)), 4);
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(20)), 12);
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(42)), 20);
    for (const field of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, field);
    at = nameEnd + entry.readUInt16LE(30) + entry.readUInt16LE(32);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt16LE(0, 32);
    entries.push(entry, extra);
  }
  const directory = Buffer.concat(entries);
  const tail = archiveThatSays({ count: entries.length / 2, offset: start }).subarray(4);
  tail.writeUInt32LE(start + directory.length, 56 + 8);
  return Buffer.concat([archive.subarray(0, start), directory, tail]);
}

/** As if its parts were as long as this when they are unpacked. */
function sayingLength(archive: Buffer, length: number): Buffer {
  const bytes = Buffer.from(archive);
  for (let at = bytes.readUInt32LE(bytes.length - 6); bytes.readUInt32LE(at) === 0x02014b50; ) {
    bytes.writeUInt32LE(length, at + 24);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return bytes;
}

describe('what an Excel file says about itself', () => {
  const people = workbook();
  const xml = (text: string) => Buffer.from(zipSync({ 'xl/workbook.xml': strToU8(text) }, { level: 9 }));
  const strange = 'not one that a spreadsheet program writes';

  it('may be said as ZIP64', async () => {
    expect((await readTable(asZip64(people), 100)).rows).toEqual((await readTable(people, 100)).rows);
  });

  it.each<[string, Buffer, string]>([
    ['more parts than there are', archiveThatSays({ count: 4_000_000_000 }), 'not an Excel workbook'],
    [
      'a directory beyond its end',
      archiveThatSays({ count: 1, offset: 4_000_000_000 }),
      'The Excel file is damaged.',
    ],
    [
      'parts without end',
      Buffer.from(
        zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_none, n) => [`${n}`, new Uint8Array()]))),
      ),
      'too many files',
    ],
    [
      'that it is small when it is unpacked',
      sayingLength(Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(60_000_000) })), 10),
      'too large when it is unpacked',
    ],
    ['tags within tags without end', xml('<a>'.repeat(6_300_000)), strange],
    [
      'attributes without end',
      xml(`<workbook ${Array.from({ length: 300_000 }, (_none, n) => `a${n}=""`).join(' ')}/>`),
      strange,
    ],
    ['a tag without end', xml(`<${'a'.repeat(15_000_000)}>`), strange],
    ['a comment without end', xml(`<workbook><!--${' '.repeat(15_000_000)}`), strange],
    ['a value without end', xml(`<workbook a="${' '.repeat(15_000_000)}`), strange],
  ])('is not believed where it says %s', async (_what, bytes, reason) => {
    await expect(readTable(bytes, 100)).rejects.toThrow(reason);
  });

  it('in a file of lengths that are too large is that they are of no use', async () => {
    const { rows } = await readTable(sayingLength(people, 4_000_000_000), 100);
    expect(rows).toEqual((await readTable(people, 100)).rows);
  });
});

describe('many large files of one person', () => {
  const large = Buffer.from('a,b,c,d,e,f\n'.repeat(300_000));
  const small = Buffer.from('a@b.example\n');

  it('wait for each other, and one of somebody else for the one that is being read', async () => {
    const done: string[] = [];
    const send = (bytes: Buffer, sender: string) =>
      readTableOf(bytes, { ...options, maxRows: 10_000_000, sender }).then(() => done.push(sender));
    const all = Array.from({ length: 5 }, () => send(large, 'director'));
    all.push(send(small, 'librarian'));
    await Promise.all(all);
    expect(done.indexOf('librarian')).toBeLessThanOrEqual(2);
  });

  it('leave turns to other work while they are read', async () => {
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await readTableOf(large, { ...options, maxRows: 10_000_000, sender: 'director' });
    isRead = true;
    expect(turns).toBeGreaterThan(10);
  });
});
