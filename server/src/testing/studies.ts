import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { workStudiesCalls } from '@vesalius/contract/work-studies-calls';
import { sql } from 'kysely';
import { recognizeFile } from '../features/publishing/assets/recognize-file.ts';
import { type ReportOptions, reportStudy } from '../features/publishing/studies/report-study.ts';
import { sortStudy } from '../features/publishing/studies/sort-study.ts';
import { studiesIn } from '../features/publishing/studies/study-content.ts';
import { checkWork, filesOfWork } from '../features/publishing/works/check-work.ts';
import { findWork } from '../features/publishing/works/work-queries.ts';
import { sharp } from '../platform/pictures/sharp.ts';
import { testApp } from './app.ts';
import { bundleForNode } from './bundle.ts';
import { type DicomAttributes, dicomFile } from './dicom-file.ts';
import { buildWork } from './factories.ts';

const SIZE = 256;
/** A grey disc, with letters above it. */
async function picture(words: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><rect width="100%" height="100%" fill="black"/><circle cx="128" cy="150" r="80" fill="#555"/><text x="6" y="30" font-family="DejaVu Sans, sans-serif" font-size="18" fill="white">${words}</text></svg>`;
  const grey = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
  const pixels = Buffer.alloc(grey.length * 2);
  for (const [at, value] of grey.entries()) pixels.writeUInt16LE(value * 10, at * 2);
  return pixels;
}
export async function image(
  index: number,
  { words = '', series = '1.2.3.4', attributes = {} as DicomAttributes } = {},
): Promise<Buffer> {
  const pixels: DicomAttributes = { '7fe00010': ['OW', await picture(words)] };
  return dicomFile({
    ...{ index, rows: SIZE, columns: SIZE, series },
    attributes: { ...pixels, ...attributes },
  });
}
const PUBLISHING = join(import.meta.dirname, '../features/publishing');

/** A server, a producer, and studies that the producer drops on the desk. */
export async function openStudies() {
  const t = await testApp();
  const producer = await t.person({ role: 'author' });
  const letters = await bundleForNode(join(PUBLISHING, 'media/recognition-child.ts'));
  const unpack = await bundleForNode(join(PUBLISHING, 'studies/unpack-child.ts'));
  const close = async () => {
    letters.remove();
    unpack.remove();
    await t.close();
  };

  async function addFile(workId: string, path: string, content: Buffer, by = producer): Promise<string> {
    const hash = createHash('sha256').update(content).digest('hex');
    const now = t.clock.now();
    const type =
      (await recognizeFile(content.subarray(0, 65_536), content.length)) ?? 'application/octet-stream';
    await t.deps.storage.put(`assets/${hash}`, content);
    await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, ${content.length}, ${type}, ${now})
      on conflict do nothing`.execute(t.deps.db);
    await sql`insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
      values (${workId}, ${path}, ${hash}, ${path.split('/').at(-1)}, ${by.id}, ${now})`.execute(t.deps.db);
    return hash;
  }

  /** Files as they arrive on the desk in one drop, sorted by the job. */
  async function drop(
    files: Readonly<Record<string, Buffer>>,
    owner = producer,
    { deps = t.deps, studyTimeLimitMs = 60_000 } = {},
  ) {
    const { id: workId } = await buildWork(t.deps.db, { producers: [owner.email] });
    for (const [name, content] of Object.entries(files))
      await addFile(workId, `dicom/drop/${name}`, content, owner);
    const at = { as: owner, params: { id: workId } };
    const body = { folder: 'dicom/drop', page: 2, title: 'Chest CT' };
    const add = () => t.call(workStudiesCalls.addWorkStudy, { ...at, body });
    const [{ id }] = (await add()).body.studies;
    const sort = () => sortStudy(deps, id, { unpackProgram: unpack.file, studyTimeLimitMs });
    await sort();
    const list = async () => (await t.call(workStudiesCalls.listWorkStudies, at)).body.studies;
    const [{ material_key: key }] = await list();
    const keyed = (as = owner) => ({ as, params: { id: workId, key } });
    const report = async (as = owner) => (await t.call(workStudiesCalls.getStudyReport, keyed(as))).body;
    const work = async () => (await findWork(t.deps.db, workId))!;
    const study = async () => studiesIn((await work()).manifest, await filesOfWork(t.deps.db, workId))[0]!;
    const look = async (more: ReportOptions = {}) =>
      reportStudy(
        t.deps,
        { workId, content: (await report()).content },
        { childProgram: letters.file, ...more },
      );
    const decide = (decision: object, as = owner) =>
      t.call(workStudiesCalls.decideStudy, { ...keyed(as), body: { kept: [], left_out: [], ...decision } });
    /** What the check list says of the study itself. */
    const findings = async () => {
      const { manifest } = await work();
      const files = await filesOfWork(t.deps.db, workId);
      const { findings: all } = await checkWork(t.deps, { workId, document: manifest, files });
      return all
        .filter(({ path }) => path[0] === 'supplementaries')
        .map(({ kind, text }) => `${kind}: ${text}`);
    };
    return { workId, id, add, sort, list, keyed, report, work, study, look, decide, findings };
  }

  return { t, producer, unpackProgram: unpack.file, addFile, drop, close };
}
export type Studies = Awaited<ReturnType<typeof openStudies>>;
