/** Books in the making: valid requests and who may make them. */
import { createHash } from 'node:crypto';
import type { studioEndpoints } from '@vesalius/contract/studio';
import type { workFilesEndpoints } from '@vesalius/contract/work-files';
import type { workQuestionsEndpoints } from '@vesalius/contract/work-questions';
import type { workStudiesEndpoints } from '@vesalius/contract/work-studies';
import { sql } from 'kysely';
import { readSlices } from '../../features/publishing/studies/read-slices.ts';
import { contentOf } from '../../features/publishing/studies/study-content.ts';
import { jsonb } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { dicomFile } from '../dicom-file.ts';
import { buildWork } from '../factories.ts';
import { everybody, type Row } from './row.ts';
import { at, atOwnBook, edits, editsInVain, reviews } from './studio-rules.ts';
import type { Caller, World } from './world.ts';

const person = { email: 'somebody@people.example', work_role: 'author' };

async function finishedUpload({ t, people }: World, caller: Caller): Promise<string> {
  const id = newId();
  const hash = 'c0'.repeat(32);
  await t.deps.storage.put(`assets/${hash}`, Buffer.from('no picture'));
  const now = t.clock.now();
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 1000, 'image/png', ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
      created_at, changed_at, expires_at)
    values (${id}, ${(people[caller as keyof typeof people] ?? people.staff).id}, 'scan.png', 1000, 1000, 'finished', ${hash}, 'image/png',
      ${now}, ${now}, ${now})`.execute(t.deps.db);
  return id;
}

const atVideo = async ({ t, book }: World) => {
  const asset = 'c1'.repeat(32);
  const now = t.clock.now();
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${asset}, 1000, 'video/mp4', ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${book.id}, 'lecture.mp4', ${asset}, 'lecture.mp4', ${now}) on conflict do nothing`.execute(
    t.deps.db,
  );
  return { params: { id: book.id, asset } };
};

const atRemoval = async (world: World) => {
  const { t, book } = world;
  await atVideo(world);
  const removalId = newId();
  await sql`with gone as (delete from work_files where work_id = ${book.id} and path = 'lecture.mp4' returning *)
    insert into removed_work_files (work_id, path, asset_hash, original_name, added_at, removal_id, removed_at)
    select work_id, path, asset_hash, original_name, added_at, ${removalId}::uuid, added_at from gone
    on conflict (work_id, path, asset_hash) do update set removal_id = ${removalId}::uuid`.execute(t.deps.db);
  return { params: { id: book.id, removalId } };
};

const atCaptions = async ({ t, book }: World) => {
  const asset = 'c2'.repeat(32);
  const now = t.clock.now();
  const content = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nA valve\n');
  await t.deps.storage.put(`assets/${asset}`, content);
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${asset}, ${content.length}, 'text/vtt', ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${book.id}, 'lecture.vtt', ${asset}, 'lecture.vtt', ${now}) on conflict do nothing`.execute(
    t.deps.db,
  );
  return { params: { id: book.id }, query: { path: 'lecture.vtt' } };
};

export const studioRows: Record<keyof typeof studioEndpoints, Row> = {
  listWorks: { rule: everybody },
  deleteWork: {
    rule: everybody,
    good: async ({ t }) => ({ params: { id: (await buildWork(t.deps.db)).id } }),
  },
  createWork: {
    rule: everybody,
    good: () => ({ body: { slug: `work-${newId()}`, title: 'Atlas of the Lung' } }),
  },
  getWork: { rule: reviews, good: at },
  changeWork: {
    rule: edits,
    good: (world) => ({
      ...at(world),
      body: {
        base_version: 0,
        changes: [
          {
            id: newId(),
            operations: [{ op: 'insert', path: ['faculty'], entry: { _id: newId() }, after: null }],
          },
        ],
      },
    }),
  },
  listWorkChanges: { rule: reviews, good: (world) => ({ ...at(world), query: { since: 0 } }) },
  undoWorkChange: {
    rule: edits,
    good: (world) => ({ ...at(world), body: { id: newId(), since: 0, redo: true } }),
  },
  listWorkHistory: { rule: reviews, good: at },
  addWorkPerson: { rule: everybody, good: (world) => ({ ...at(world), body: person }) },
  removeWorkPerson: { rule: everybody, good: (world) => ({ ...at(world), query: person }) },
};

const QUESTION = {
  ...{ key: 'valve', question: 'Which valve closes first?' },
  choices: [
    { _id: 'a', answer: 'Mitral', correct: true },
    { _id: 'b', answer: 'Aortic', correct: false },
  ],
};
const emptyFile = editsInVain(
  422,
  'staff and producers are told that the file has no questions; others are refused',
);
export const workQuestionsRows: Record<keyof typeof workQuestionsEndpoints, Row> = {
  readQuestionFile: {
    rule: edits,
    good: async (world, caller) => ({
      ...at(world),
      body: { upload_id: await finishedUpload(world, caller) },
    }),
  },
  importQuestions: {
    rule: emptyFile,
    good: async (world, caller) => ({
      ...at(world),
      body: {
        ...{ id: newId(), upload_id: await finishedUpload(world, caller), mode: 'append' },
        target: { kind: 'pages', page: 1, title: 'Quiz' },
      },
    }),
  },
  exportQuestions: {
    rule: reviews,
    good: async (world) => ({
      ...(await atOwnBook(world, { final_test: { questions: [QUESTION] } })),
      query: { format: 'csv' },
    }),
  },
  getWorkQuestionStatistics: {
    rule: reviews,
    good: async (world) => ({ ...(await at(world)), query: { list: 'final_test/questions' } }),
  },
};
export const workFilesRows: Record<keyof typeof workFilesEndpoints, Row> = {
  addWorkFile: {
    rule: edits,
    good: async (world, caller) => ({
      ...at(world),
      body: { upload_id: await finishedUpload(world, caller) },
    }),
  },
  listFileRemovals: { rule: reviews, good: at },
  removeWorkFiles: {
    rule: edits,
    good: async (world) => {
      const { params } = await atVideo(world);
      return { params, body: { id: newId(), path: 'lecture.mp4' } };
    },
  },
  restoreWorkFiles: { rule: edits, good: atRemoval },
  getWorkPages: { rule: reviews, good: at },
  prepareWorkPages: {
    rule: edits,
    good: async (world) => {
      const { params } = await atOwnBook(world, { pdf: 'lecture.mp4' });
      await atVideo(world);
      await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
        select ${params.id}, path, asset_hash, original_name, added_at from work_files
        where work_id = ${world.book.id} and path = 'lecture.mp4'`.execute(world.t.deps.db);
      return { params };
    },
  },
  getPageMoves: { rule: reviews, good: at },
  moveWithPages: {
    rule: edits,
    good: async (world) => ({
      ...(await atOwnBook(world, { pdf: 'book.pdf' })),
      body: { id: newId(), pdf: 'book.pdf' },
    }),
  },
  listWorkVideos: { rule: reviews, good: at },
  prepareWorkVideo: { rule: edits, good: atVideo },
  cancelWorkVideo: { rule: edits, good: atVideo },
  getWorkCaptions: { rule: reviews, good: atCaptions },
  storeWorkCaptions: {
    rule: edits,
    good: (world) => ({
      ...at(world),
      body: {
        name: 'lecture.vtt',
        cues: [{ start_seconds: 1, end_seconds: 2.5, text: 'A valve', settings: '' }],
      },
    }),
  },
};

const SLICE = dicomFile();
const STUDY = {
  ...{ key: 'scan-of-calls', folder: 'dicom/calls' },
  hash: createHash('sha256').update(SLICE).digest('hex'),
};
/** A study of one file that was looked at. */
const atStudy = async ({ t, book }: World) => {
  const { key, hash, folder } = STUDY;
  const material = { key, type: 'dicom', title: 'Scan', series: [{ key: 'axial', title: 'Axial', folder }] };
  const group = { supplementaries: [{ _id: 'g', page: 1, materials: [material] }] };
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, SLICE);
  await sql`update works set manifest = manifest || ${jsonb(group)} where id = ${book.id}`.execute(t.deps.db);
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 1000, 'application/dicom', ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${book.id}, ${`${folder}/1.dcm`}, ${hash}, '1.dcm', ${now}) on conflict do nothing`.execute(
    t.deps.db,
  );
  await readSlices(t.deps, [{ path: `${folder}/1.dcm`, assetHash: hash, originalName: '1.dcm' }]);
  const facts = { frames: 1, images: [], unread: [], left: 0, wasRead: true, files: [] };
  await sql`insert into renditions (asset_hash, purpose, place, storage_key, facts, made_at)
    values (${hash}, 'study-report', ${contentOf([{ path: '', assetHash: hash }])}, 'made/studies/calls/report.json', ${jsonb(facts)}, ${now})
    on conflict do nothing`.execute(t.deps.db);
  return { params: { id: book.id, key } };
};
export const workStudiesRows: Record<keyof typeof workStudiesEndpoints, Row> = {
  listWorkStudies: { rule: reviews, good: at },
  addWorkStudy: {
    rule: edits,
    good: (world) => ({ ...at(world), body: { folder: 'dicom/a1', page: 1, title: 'Chest CT' } }),
  },
  dismissWorkStudy: {
    rule: edits,
    good: ({ book }) => ({ params: { id: book.id, study: newId() } }),
  },
  getStudyReport: { rule: reviews, good: atStudy },
  reportStudyAgain: { rule: edits, good: atStudy },
  decideStudy: {
    rule: edits,
    good: async (world) => ({
      ...(await atStudy(world)),
      body: { content: contentOf([{ path: '', assetHash: STUDY.hash }]), kept: [], left_out: [] },
    }),
  },
};
