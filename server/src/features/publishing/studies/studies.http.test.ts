import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workStudiesCalls } from '@vesalius/contract/work-studies-calls';
import { zipSync } from 'fflate';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { getUsage } from '../../../platform/resumable/upload-queries.ts';
import { type DicomAttributes, dicomFile } from '../../../testing/dicom-file.ts';
import { image, openStudies, type Studies } from '../../../testing/studies.ts';
import { listWorkFiles } from '../works/work-queries.ts';
import { BadArchive, unpackArchive } from './unpack-archive.ts';

let t: Studies['t'];
let producer: Studies['producer'];
let addFile: Studies['addFile'];
let drop: Studies['drop'];
let close: Studies['close'];
beforeAll(async () => {
  ({ t, producer, addFile, drop, close } = await openStudies());
});
afterAll(() => close());

const NAMED: DicomAttributes = { '00100010': ['PN', 'Doe^Jane'], '00101010': ['AS', '061Y'] };

describe('a study that is dropped', () => {
  it('becomes one material of a series each, from archives and files, and tells what was left out', async () => {
    const zip = zipSync({
      'DICOM/A/IM1': await image(2),
      'DICOM/A/IM2': await image(1),
      'DICOM/B/IM1': await image(7, { series: '9.9' }),
      '../../outside.dcm': await image(3),
      'README.TXT': Buffer.from('How to install the viewer'),
      '__MACOSX/DICOM/._IM1': Buffer.from('x'),
    });
    const { list, study, work, sort, add } = await drop({
      'study.zip': Buffer.from(zip),
      'one-more.dcm': await image(4),
      'notes.txt': Buffer.from('::a:: b {=c ~d}'),
    });
    expect(await list()).toMatchObject([
      {
        ...{ state: 'sorted', page: 2, title: 'Chest CT', problem: null },
        left_out: [
          { file: 'README.TXT', reason: 'is no DICOM file' },
          { file: 'notes.txt', reason: 'is no DICOM file' },
        ],
      },
    ]);
    const { files } = await study();
    expect(files.map(({ path }) => path)).toEqual([
      'dicom/drop_1/0001.dcm',
      'dicom/drop_1/0002.dcm',
      'dicom/drop_1/0003.dcm',
      'dicom/drop_1/0004.dcm',
      'dicom/drop_2/0001.dcm',
    ]);
    const { manifest, version } = await work();
    expect(manifest.supplementaries).toMatchObject([
      {
        page: 2,
        materials: [{ type: 'dicom', title: 'Chest CT', series: [{ title: 'CT 1' }, { title: 'CT 2' }] }],
      },
    ]);
    // The job runs once more, and the call is sent once more.
    await sort();
    expect((await add()).body.studies).toHaveLength(1);
    expect((await work()).version).toBe(version);
  });

  it('is stored in as many statements, however many images it has: nobody waits for the work', async () => {
    const statementsOf = async (count: number) => {
      const images = await Promise.all(Array.from({ length: count }, (_, index) => image(index + 1)));
      const zip = zipSync(Object.fromEntries(images.map((each, index) => [`${index}/IM1`, each])));
      let statements = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          if (JSON.stringify(node).includes('work_files')) statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const db = t.deps.db.withPlugin(counting);
      const { study } = await drop({ 'a.zip': Buffer.from(zip) }, producer, {
        deps: { ...t.deps, db },
      });
      expect((await study()).files).toHaveLength(count);
      return statements;
    };
    expect(await statementsOf(12)).toBe(await statementsOf(2));
  });

  it.each([
    [
      'an archive that is damaged',
      Buffer.from(`PK\u0003\u0004${'x'.repeat(200)}`),
      /^The archive is damaged\.$/,
    ],
    [
      'an archive of 100,000 entries',
      Buffer.from(
        zipSync(
          Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`${at}`, new Uint8Array(0)])),
          { level: 0 },
        ),
      ),
      /is an archive of too many files/,
    ],
    ['an archive that unpacks to more than a file may have', bomb(), /is too large when it is unpacked/],
    [
      'an archive without images',
      Buffer.from(zipSync({ 'a.txt': Buffer.from('a') })),
      /^None of the files is a DICOM image/,
    ],
  ])('%s is refused in a sentence', async (_, archive, reason) => {
    const { list, work } = await drop({ 'a.zip': archive as Buffer });
    const [study] = await list();
    expect(study).toMatchObject({ state: 'failed', material_key: null });
    expect(study.problem).toMatch(reason as RegExp);
    expect((await work()).manifest.supplementaries).toBeUndefined();
  });
});

it('of which nothing becomes a study leaves no file behind', async () => {
  const empty = Buffer.alloc(1000);
  empty.write('DICM', 128, 'latin1');
  const { workId, list } = await drop({ 'a.zip': Buffer.from(zipSync({ IM1: empty })), 'b.txt': empty });
  expect(await list()).toMatchObject([{ state: 'failed' }]);
  expect(await listWorkFiles(t.deps.db, workId)).toEqual([]);
});

describe('an archive', () => {
  it('is unpacked again by the job when the process is killed from outside', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vesalius-unpack-'));
    const program = join(folder, 'child.mjs');
    writeFileSync(program, "process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
    const error = await unpackArchive({ archive: '', folder: '' }, { unpackProgram: program }).catch(
      (thrown: unknown) => thrown,
    );
    rmSync(folder, { recursive: true });
    expect(error).not.toBeInstanceOf(BadArchive);
    expect(error).toMatchObject({ message: expect.stringContaining('ended by SIGKILL') });
  });

  it('of mostly zeros is refused, whatever its files begin with', async () => {
    const zeros = new Uint8Array(40_000_000);
    zeros.set(Buffer.from('DICM'), 128);
    const zip = Buffer.from(zipSync({ IM1: zeros, IM2: zeros }, { level: 1 }));
    const { list } = await drop({ 'a.zip': zip });
    expect((await list())[0].problem).toBe('The archive is too large when it is unpacked.');
  });

  it('counts unpacked against what its sender may upload in a day', async () => {
    const sender = await t.person({ role: 'author' });
    const zip = Buffer.from(zipSync({ IM1: await image(1) }));
    const hash = createHash('sha256').update(zip).digest('hex');
    const now = t.clock.now();
    await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
        created_at, changed_at, expires_at)
      values (${newId()}, ${sender.id}, 'a.zip', 1000, 1000, 'finished', ${hash}, 'application/zip', ${now}, ${now}, ${now})`.execute(
      t.deps.db,
    );
    const limitedTo = (UPLOAD_MAX_DAY_GB: number) => ({
      deps: { ...t.deps, config: { ...t.deps.config, UPLOAD_MAX_DAY_GB } },
    });
    const refused = await drop({ 'a.zip': zip }, sender, limitedTo(0.0001));
    expect((await refused.list())[0].problem).toMatch(/^With what it unpacks to/);
    const taken = await drop({ 'a.zip': zip }, sender, limitedTo(0.001));
    expect((await taken.list())[0].state).toBe('sorted');
    const { dayBytes } = await inTransaction(t.deps.db, (tx) => getUsage(tx, sender.id, now));
    expect(dayBytes).toBeGreaterThan(100_000);
  });
});

/** 310 MB of zeros in 3. */
function bomb(): Buffer {
  return Buffer.from(zipSync({ 'IM1.dcm': new Uint8Array(310_000_000) }, { level: 1 }));
}

describe('the decision about a study', () => {
  it('is demanded before the book can be published, and is recorded with name and time', async () => {
    const { findings, report, look, decide, study } = await drop({
      '1.dcm': await image(1, { attributes: NAMED }),
    });
    expect(await findings()).toEqual([
      'waiting: is being looked at for what identifies a patient; then somebody decides about it',
    ]);
    expect(await report()).toMatchObject({ state: 'waiting', decision: null });
    await look();
    expect(await findings()).toEqual([
      'mistake: waits for a decision; open it, and decide what of its attributes and images is published',
    ]);
    const shown = await report();
    expect(shown).toMatchObject({
      ...{ state: 'ready', files: 1, frames: 1, was_read: true, unread: [], decision: null },
      attributes: [
        { attribute: 'PatientAge', files: 1, may_be_kept: true },
        { attribute: 'PatientName', files: 1, may_be_kept: true },
      ],
      images: [{ file: '1.dcm', frame: 0, words: [] }],
    });
    const shot = await t.app.inject({ url: shown.images[0].url });
    expect(shot).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } });
    const kept = [{ attribute: 'PatientAge', reason: 'The case depends on the age.' }];
    const answer = await decide({ content: shown.content, kept });
    expect(answer).toMatchObject({ status: 200, body: { decision: { kept } } });
    expect(answer.body.decision.decided_by).toMatch(/^Ada Reader/);
    expect(answer.body.decision.decided_at).toBe(t.clock.now().toISOString());
    expect(await findings()).toEqual([]);
    expect(await study()).toMatchObject({ identity: 'remove', kept });
    expect((await decide({ content: shown.content, kept })).body.decision.decided_at).toBe(
      answer.body.decision.decided_at,
    );
  });

  it('holds no more for another file or another choice of attributes', async () => {
    const { workId, findings, report, look, decide } = await drop({ '1.dcm': await image(1) });
    await look();
    const { content } = await report();
    await decide({ content });
    expect(await findings()).toEqual([]);
    await addFile(workId, 'dicom/drop_1/zz.dcm', await image(2));
    expect(await findings()).toEqual([expect.stringMatching(/^waiting: /)]);
    expect((await decide({ content, kept: [] })).status).toBe(409);
    await look();
    expect(await findings()).toEqual([expect.stringMatching(/^mistake: waits for a decision/)]);
    await decide({ content: (await report()).content });
    expect(await findings()).toEqual([]);
  });

  it('shows an image with letters first, and leaves it out', async () => {
    const files = {
      '1.dcm': await image(1),
      '2.dcm': await image(2, { words: 'MUELLER HANS' }),
      '3.dcm': await image(3),
    };
    const { report, look, decide, study, findings } = await drop(files);
    await look();
    const { content, images } = await report();
    const found = images[0].words.map(({ text }: { text: string }) => text).join(' ');
    expect(images[0].file).toBe('2.dcm');
    expect(found).toMatch(/MUELLER/);
    const all = (await study()).files.map(({ assetHash }) => assetHash);
    expect((await decide({ content, left_out: all })).status).toBe(422);
    const answer = await decide({ content, left_out: [images[0].asset] });
    // The images that were shown stood for the others: these are looked at again.
    expect(answer.body).toMatchObject({ state: 'waiting', files: 2, decision: null });
    expect((await study()).files).toHaveLength(2);
    expect(await findings()).toEqual([expect.stringMatching(/^waiting: /)]);
    // The answer was lost, and it is sent again.
    expect((await decide({ content, left_out: [images[0].asset] })).status).toBe(200);
    await look();
    expect(await findings()).toEqual([expect.stringMatching(/^mistake: waits for a decision/)]);
    await decide({ content: (await report()).content });
    expect(await findings()).toEqual([]);
  });

  it("names files that are not read, keeps nothing whose meaning is unknown, and is no one else's", async () => {
    const odd = dicomFile({ index: 5, syntax: '1.2.840.10008.1.2.4.90' });
    const priv: DicomAttributes = { '00090010': ['LO', 'ACME'], '00091001': ['LO', 'Doe'] };
    const { workId, report, look, decide, list, keyed } = await drop({
      '1.dcm': await image(1, { attributes: priv }),
      '5.dcm': odd,
    });
    await look();
    const { content, attributes } = await report();
    expect(attributes).toEqual([
      { attribute: 'private attributes (group 0009)', files: 1, may_be_kept: false },
    ]);
    expect((await list())[0].left_out.length + (await report()).unread.length).toBe(1);
    const kept = [{ attribute: 'Nonsense', reason: 'no' }];
    expect((await decide({ content, kept })).status).toBe(422);
    const reviewer = await t.person({ role: 'author' });
    const body = { email: reviewer.email, work_role: 'author' as const };
    const staff = await t.person({ role: 'staff' });
    await t.call(studioCalls.addWorkPerson, { as: staff, params: { id: workId }, body });
    const reviewed = (await t.call(workStudiesCalls.getStudyReport, keyed(reviewer))).body;
    expect(reviewed).toMatchObject({ content, attributes, images: [], unread: [] });
    expect((await report()).images).toHaveLength(1);
    const stranger = await t.person({ role: 'author' });
    expect((await decide({ content }, stranger)).status).toBe(404);
    expect((await t.call(workStudiesCalls.getStudyReport, keyed(stranger))).status).toBe(404);
  });
});
