import { createHash } from 'node:crypto';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { workStudiesCalls } from '@vesalius/contract/work-studies-calls';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import type { Person } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { image, openStudies, type Studies } from '../../../testing/studies.ts';
import { filesOfWork } from '../works/check-work.ts';
import { sortStudy } from './sort-study.ts';
import { studiesIn } from './study-content.ts';

let t: Studies['t'];
let producer: Studies['producer'];
let addFile: Studies['addFile'];
let unpackProgram: string;
let drop: Studies['drop'];
let close: Studies['close'];
beforeAll(async () => {
  ({ t, producer, addFile, unpackProgram, drop, close } = await openStudies());
});
afterAll(() => close());

it('names of an archive that no database stores are left out by a name that it stores', async () => {
  const files = {
    'a\0b.txt': Buffer.from('a'),
    // Its last 200 characters begin with half of a heart.
    [`${'🫀'.repeat(2500)}x.txt`]: Buffer.from('b'),
    'evil\u202etxt.exe': Buffer.from('c'),
  };
  const { list, study } = await drop({
    'a.zip': Buffer.from(zipSync({ ...files, 'IM\0^1.dcm': await image(1) })),
  });
  const [sorted] = await list();
  expect(sorted).toMatchObject({ state: 'sorted', left_out_count: 3 });
  expect(sorted.left_out.map(({ file }: { file: string }) => file)).toEqual([
    'ab.txt',
    `${'🫀'.repeat(97)}x.txt`,
    'eviltxt.exe',
  ]);
  expect((await study()).files).toHaveLength(1);
});

it('a study and a series of another one never share a folder', async () => {
  const first = await drop({ '1.dcm': await image(1), '2.dcm': await image(2) });
  const taken = await addFile(first.workId, 'dicom/drop-one_1/other.dcm', await image(7));
  const at = { as: producer, params: { id: first.workId } };
  await addFile(first.workId, 'dicom/drop-one/IM1', await image(3, { series: '5.6' }));
  const add = (folder: string) =>
    t.call(workStudiesCalls.addWorkStudy, { ...at, body: { folder, page: 2, title: 'Other' } });
  // Twice at once.
  const both = await Promise.all([add('dicom/drop-one'), add('dicom/drop-one')]);
  expect(both.map(({ status, body }) => [status, body.studies.length])).toEqual([
    [201, 2],
    [201, 2],
  ]);
  const { id } = both[0].body.studies.at(-1);
  await Promise.all([1, 2].map(() => sortStudy(t.deps, id, { unpackProgram })));
  const { manifest } = await first.work();
  const studies = studiesIn(manifest, await filesOfWork(t.deps.db, first.workId));
  expect(studies.map(({ files }) => files.map(({ path }) => path))).toEqual([
    ['dicom/drop_1/0001.dcm', 'dicom/drop_1/0002.dcm'],
    ['dicom/drop-one_2/0001.dcm'],
  ]);
  expect((await filesOfWork(t.deps.db, first.workId)).get('dicom/drop-one_1/other.dcm')).toBe(taken);
  // No study is made of the images of another: their folder of an earlier release.
  const series = '/supplementaries/0/materials/0/series/0/folder'.slice(1).split('/');
  await sql`update works set manifest = jsonb_set(manifest, ${series}::text[], '"dicom/drop-1"')
    where id = ${first.workId}`.execute(t.deps.db);
  expect((await add('dicom/drop-1')).status).toBe(422);
});

it('what is not looked at within the time of a study is named, and never becomes a part of it', async () => {
  const known = await image(41);
  await drop({ '1.dcm': known });
  const files = { '1.dcm': known, 'slow.dcm': await image(42) };
  const { list, study, workId } = await drop(files, producer, { studyTimeLimitMs: 0 });
  expect((await list())[0]).toMatchObject({
    ...{ state: 'sorted', left_out_count: 1 },
    left_out: [{ file: 'slow.dcm', reason: expect.stringMatching(/^was not looked at/) }],
  });
  expect((await study()).files).toHaveLength(1);
  expect((await filesOfWork(t.deps.db, workId)).size).toBe(1);
  const { list: listAll } = await drop({ '1.dcm': await image(43) }, producer, { studyTimeLimitMs: 0 });
  expect((await listAll())[0]).toMatchObject({ state: 'failed', left_out_count: 1 });
});

it('nobody decides about a study with an image that was not looked at, until it is left out', async () => {
  const { workId, report, look, decide, findings } = await drop({ '1.dcm': await image(44) });
  const late = await addFile(workId, 'dicom/drop_1/late.dcm', await image(45));
  await look({ studyTimeLimitMs: 0 });
  const { content, unread } = await report();
  expect(unread).toMatchObject([{ asset: late, reason: expect.stringMatching(/^was not looked at/) }]);
  expect(await decide({ content })).toMatchObject({
    status: 422,
    body: { fields: { left_out: 'Leave out the images that were not looked at.' } },
  });
  expect(await findings()).toEqual([expect.stringMatching(/^mistake: waits for a decision/)]);
  expect((await decide({ content, left_out: [late] })).status).toBe(200);
  await look();
  const next = (await report()).content;
  const both = await Promise.all([decide({ content: next }), decide({ content: next })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await findings()).toEqual([]);
});

describe('names of the files of a study', () => {
  const PATIENT = 'DOE^JOHN';
  /** Every row of the database that holds the text. */
  async function rowsWith(needle: string): Promise<string[]> {
    const tables = await sql<{ name: string }>`select quote_ident(table_name) as name
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      t.deps.db,
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const rows = await sql`select 1 from ${sql.raw(name)} x
        where x::text like ${`%${needle}%`}`.execute(t.deps.db);
      if (rows.rows.length > 0) found.push(name);
    }
    return found;
  }

  it('are for who uploaded them until somebody decides, and numbers for everybody else', async () => {
    const other = await t.person({ role: 'author' });
    const reviewer = await t.person({ role: 'author' });
    const staff = await t.person({ role: 'staff' });
    const zip = zipSync({
      [`${PATIENT}/${PATIENT}_1.dcm`]: await image(51),
      [`${PATIENT}.txt`]: Buffer.from('x'),
    });
    const { workId, id, report, look, decide, list, keyed } = await drop({
      [`${PATIENT}.zip`]: Buffer.from(zip),
      [`${PATIENT}_2.dcm`]: await image(52),
    });
    for (const [person, role] of [
      [other, 'producer'],
      [reviewer, 'author'],
    ] as const)
      await t.call(studioCalls.addWorkPerson, {
        ...{ as: staff, params: { id: workId } },
        body: { email: person.email, work_role: role },
      });
    await look();
    const read = (as: Person) =>
      Promise.all(
        [studioCalls.getWork, workStudiesCalls.listWorkStudies, workFilesCalls.listFileRemovals].map(
          async (call) => (await t.call(call, { as, params: { id: workId } })).body,
        ),
      );
    const shown = async (as: Person) => JSON.stringify([...(await read(as)), await report(as)]);
    expect(await shown(producer)).toContain(`${PATIENT}_2.dcm`);
    for (const person of [other, reviewer, staff]) expect(await shown(person)).not.toContain('DOE');
    expect((await report(other)).images.map(({ file }: { file: string }) => file).sort()).toEqual([
      '1/1',
      '1/2',
    ]);
    expect(
      (await t.call(workStudiesCalls.listWorkStudies, { as: other, params: { id: workId } })).body.studies[0],
    ).toMatchObject({ left_out: [{ file: '1', reason: 'is no DICOM file' }] });
    // Whoever decides, nothing keeps the names.
    const { content } = await report(other);
    expect((await decide({ content }, other)).status).toBe(200);
    expect(await rowsWith('DOE')).toEqual([]);
    expect(await shown(producer)).not.toContain('DOE');
    expect(id).toBe((await list())[0].id);
    expect(keyed().params.id).toBe(workId);
  });

  it('of a book folder are numbers for reviewers', async () => {
    const { id: workId } = await buildWork(t.deps.db, { producers: [producer.email] });
    await addFile(workId, `ct/${PATIENT}_1.dcm`, await image(53));
    const reviewer = await t.person({ role: 'author' });
    await sql`insert into book_assignments (book_id, email, role)
      values (${workId}, ${reviewer.email}, 'author')`.execute(t.deps.db);
    const files = async (as: Person) =>
      (await t.call(studioCalls.getWork, { as, params: { id: workId } })).body.files;
    expect(await files(reviewer)).toMatchObject([{ path: 'ct/0001.dcm', original_name: '0001.dcm' }]);
    expect(await files(producer)).toMatchObject([{ path: `ct/${PATIENT}_1.dcm` }]);
  });

  /** A study whose images an API client, or a book folder, put in a folder of its own. */
  async function studyIn(folder: string, names: readonly string[]) {
    const dropped = await drop({ '1.dcm': await image(60) });
    const { workId } = dropped;
    for (const [index, name] of names.entries())
      await addFile(workId, `${folder}/${name}`, await image(61 + index, { series: '1.2' }));
    await addFile(workId, `${folder}/ROE^JANE_bad.dcm`, (await image(70)).subarray(0, 400));
    const series = '{supplementaries,0,materials,0,series,0,folder}';
    await sql`update works set manifest = jsonb_set(manifest, ${series}::text[], to_jsonb(${folder}::text))
      where id = ${workId}`.execute(t.deps.db);
    return dropped;
  }

  it('in a folder of any name are numbers on the check list, and forgotten when somebody decides', async () => {
    const { workId, look, report, decide } = await studyIn('scans', [`ROE^JANE_1.dcm`, `ROE^JANE_2.dcm`]);
    const staff = await t.person({ role: 'staff' });
    const list = async (as: Person) =>
      (await t.call(workReleasesCalls.getWorkCheckList, { as, params: { id: workId } })).body.findings;
    const about = async (as: Person) =>
      (await list(as))
        .filter(({ file }: { file: string | null }) => file)
        .map((found: { file: string }) => found.file);
    expect(await about(staff)).toEqual(['scans/0003.dcm']);
    expect(JSON.stringify(await list(staff))).not.toContain('ROE');
    expect(await about(producer)).toEqual([`ROE^JANE_bad.dcm`]);
    await look();
    expect((await decide({ content: (await report()).content })).status).toBe(200);
    expect(await rowsWith('ROE')).toEqual([]);
    expect(
      [...(await filesOfWork(t.deps.db, workId)).keys()].filter((path) => path.startsWith('scans')),
    ).toEqual(['scans/0001.dcm', 'scans/0002.dcm', 'scans/0003.dcm']);
  });

  /** As the resumable upload of the bytes is listed. */
  const uploaded = (name: string, hash: string, type = 'application/dicom') =>
    sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
        created_at, changed_at, expires_at)
      values (gen_random_uuid(), ${producer.id}, ${name}, 1, 1, 'finished', ${hash}, ${type}, now(), now(), now())`.execute(
      t.deps.db,
    );
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  it('of images and other files that stay out are forgotten with them, those of their uploads, too', async () => {
    const images = await Promise.all([81, 82, 83].map((index) => image(index)));
    const letter = Buffer.from('No image');
    for (const content of images) await uploaded(`MOE^ANNE.dcm`, hashOf(content));
    await uploaded(`MOE^ANNE.csv`, hashOf(letter), 'text/csv');
    const files = Object.fromEntries(images.map((content, index) => [`MOE^ANNE_${index}.dcm`, content]));
    const { workId, report, look, decide } = await drop({ ...files, 'MOE^ANNE.csv': letter });
    await look();
    const out = [hashOf(images[0] as Buffer)];
    expect((await decide({ content: (await report()).content, left_out: out })).status).toBe(200);
    const removed = [...(await filesOfWork(t.deps.db, workId))].find(
      ([, hash]) => hash === hashOf(images[1] as Buffer),
    )?.[0];
    await t.call(workFilesCalls.removeWorkFiles, {
      ...{ as: producer, params: { id: workId } },
      body: { id: newId(), path: removed, even_if_used: true },
    });
    await look();
    expect((await decide({ content: (await report()).content })).status).toBe(200);
    expect(await rowsWith('MOE')).toEqual([]);
  });

  it('of what became no study are forgotten when somebody dismisses it', async () => {
    const broken = (await image(91)).subarray(0, 400);
    await uploaded(`POE^EDGAR.dcm`, hashOf(broken));
    const { workId, id, list } = await drop({ 'POE^EDGAR.dcm': broken });
    expect((await list())[0]).toMatchObject({ state: 'failed', left_out: [{ file: `POE^EDGAR.dcm` }] });
    await sql`update work_files set path = replace(path, 'POE^EDGAR', ${'1'.repeat(16)}) where work_id = ${workId}`.execute(
      t.deps.db,
    );
    await t.call(workStudiesCalls.dismissWorkStudy, { as: producer, params: { id: workId, study: id } });
    expect(await rowsWith('POE')).toEqual([]);
  });
});
