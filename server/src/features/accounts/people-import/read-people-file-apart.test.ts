import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, expect, inject, it } from 'vitest';
import { workbookOf } from '../../../testing/workbook.ts';
import { readPeopleFileApart, usePeopleFileProgram } from './read-people-file-apart.ts';

afterEach(() => usePeopleFileProgram(inject('peopleFileChild')));

const read = (bytes: Uint8Array, timeLimitMs?: number) =>
  readPeopleFileApart(bytes, {}, 'a director', timeLimitMs);
const LIST = Buffer.from('email,first_name,second_name\na@b.example,Ada,Lee\n');
const ROWS = [{ row: 2, email: 'a@b.example', first_name: 'Ada', second_name: 'Lee' }];

it('two files at once are both read', async () => {
  const both = await Promise.all([read(LIST), read(LIST)]);
  expect(both.map(({ rows }) => rows)).toEqual([ROWS, ROWS]);
});

it('a file that takes too long is refused in a sentence, and the next one is read', async () => {
  const tags = Buffer.from(workbookOf({ A: `<row>${'<c/>'.repeat(400_000)}</row>` }));
  await expect(read(tags, 1)).rejects.toMatchObject({
    code: 'csv_invalid',
    fields: { users_file: expect.stringMatching(/^Reading the file takes longer than/) },
  });
  expect((await read(LIST)).rows).toEqual(ROWS);
});

it.each([
  ['five million empty rows', Buffer.from(`email,first_name,second_name\n${'\n'.repeat(4_900_000)}`)],
  ['a row of two million cells', Buffer.from(`email,first_name,second_name\n${'a,'.repeat(2_400_000)}`)],
  ['400 MB of zeros in a sheet', Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(400_000_000) }))],
  ['10,000 sheets', Buffer.from(workbookOf(Object.fromEntries(tenThousand((at) => [`S${at}`, '']))))],
  [
    'shared strings without an end',
    Buffer.from(
      zipSync({
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A"/></sheets></workbook>'),
        'xl/sharedStrings.xml': strToU8(`<sst>${'<si/>'.repeat(3_900_000)}</sst>`),
      }),
    ),
  ],
])('%s are refused in a sentence', async (_, bytes) => {
  await expect(read(bytes, 120_000)).rejects.toMatchObject({
    code: 'csv_invalid',
    fields: { users_file: expect.stringMatching(/\.$|record size/i) },
  });
});

it.each([
  ['once', 'existsSync(mark)'],
  ['each time', 'false'],
])('a process that is killed from outside %s is not the fault of the file', async (times, isSpared) => {
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-people-'));
  const [program, mark] = [join(folder, 'child.mjs'), join(folder, 'mark')];
  writeFileSync(
    program,
    `import { existsSync, writeFileSync } from 'node:fs';
    const mark = ${JSON.stringify(mark)};
    process.on('disconnect', () => process.exit());
    process.on('message', () => {
      if (!(${isSpared})) { writeFileSync(mark, ''); process.kill(process.pid, 'SIGKILL'); }
      else process.send({ tell: 'refused', text: 'Read.' });
    });
    process.send({ tell: 'ready' });`,
  );
  usePeopleFileProgram(program);
  const text = times === 'once' ? 'Read.' : 'Reading the file was interrupted on the server. Send it again.';
  await expect(read(LIST)).rejects.toMatchObject({ fields: { users_file: text } });
  expect(existsSync(mark)).toBe(true);
  rmSync(folder, { recursive: true });
});

function tenThousand<Value>(make: (at: number) => Value): Value[] {
  return Array.from({ length: 9_000 }, (_, at) => make(at));
}
