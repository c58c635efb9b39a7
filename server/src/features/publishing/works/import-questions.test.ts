import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { studioCalls } from '@vesalius/contract/studio-calls';
import type { ImportTarget } from '@vesalius/contract/work-questions';
import { workQuestionsCalls } from '@vesalius/contract/work-questions-calls';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Storage } from '../../../platform/files/storage.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { picture } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildWork } from '../../../testing/factories.ts';
import {
  toAiken,
  toGift,
  toMoodleXml,
  toQti2,
  toTeachersCsv,
  toXlsx,
} from '../../../testing/question-files/dialects.ts';
import type { Actor } from '../../accounts/actor.ts';
import { ManifestQuestion } from '../manifest-questions.ts';
import { readQuestionFile } from '../question-files/read-question-file.ts';
import { writeQti3 } from '../question-files/write-qti3.ts';
import { importQuestions, readUploadedQuestions } from './import-questions.ts';
import type { ImportMode } from './place-imported.ts';

let t: TestApp;
let staff: Person;
let child: Awaited<ReturnType<typeof bundleForNode>>;
beforeAll(async () => {
  t = await testApp();
  staff = await t.person({ role: 'staff' });
  child = await bundleForNode(join(import.meta.dirname, '../question-files/question-file-child.ts'));
});
afterAll(async () => {
  await t.close();
  child.remove();
});

const GIFT = `::Valves::Which valve closes first? {=Mitral ~Aortic}

::Lungs::How many lobes? {=Five ~Four}

::Essay::Describe the heart. {}
`;
const FINAL: ImportTarget = { kind: 'list', path: ['final_test', 'questions'] };
const actorOf = ({ id }: Person): Actor => ({
  ...{ userId: id, sessionId: newId(), role: 'staff', emailVerified: true, isBeta: false },
  ...{ institutionIds: [], language: 'en', timeZone: 'UTC' },
});

/** As the resumable upload leaves it. */
async function upload(content: Uint8Array | string, name = 'questions.txt'): Promise<string> {
  const id = newId();
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, bytes);
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, ${bytes.length}, 'text/plain', ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
      created_at, changed_at, expires_at)
    values (${id}, ${staff.id}, ${name}, ${bytes.length}, ${bytes.length}, 'finished', ${hash}, 'text/plain',
      ${now}, ${now}, ${now})`.execute(t.deps.db);
  return id;
}
const imported = (
  workId: string,
  uploadId: string,
  {
    id = newId(),
    target = FINAL,
    mode = 'append',
  }: { id?: string; target?: ImportTarget; mode?: ImportMode } = {},
) =>
  importQuestions(
    t.deps,
    actorOf(staff),
    workId,
    { id, uploadId, target, mode },
    { childProgram: child.file },
  );
const workOf = async (id: string) => (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
const finalKeys = async (id: string) =>
  ((await workOf(id)).manifest.final_test?.questions ?? []).map(({ key }: Fields) => key);

it('reports what would be imported, with the number and the line of each problem, and changes nothing', async () => {
  const { id } = await buildWork(t.deps.db);
  const options = { childProgram: child.file };
  const read = await readUploadedQuestions(t.deps, actorOf(staff), id, await upload(GIFT), options);
  expect(read).toMatchObject({
    format: 'GIFT',
    questions: [{ question: 'Which valve closes first?' }, { question: 'How many lobes?' }],
    findings: [{ kind: 'refused', question: 3, title: 'Essay', line: 5, text: expect.stringMatching(/\.$/) }],
  });
  expect((await workOf(id)).manifest).not.toHaveProperty('final_test');
});

it('is one undo step of the user, is applied once, and is undone as a whole', async () => {
  const { id } = await buildWork(t.deps.db);
  const uploadId = await upload(GIFT);
  const change = newId();
  const first = await imported(id, uploadId, { id: change });
  expect(first).toMatchObject({ outcome: { state: 'applied' }, taken: 2 });
  expect(await imported(id, uploadId, { id: change })).toEqual(first);
  expect(await finalKeys(id)).toEqual(['valves', 'lungs']);
  await imported(id, uploadId);
  expect(await finalKeys(id)).toEqual(['valves', 'lungs', 'valves-2', 'lungs-2']);
  const { version } = await workOf(id);
  await t.call(studioCalls.undoWorkChange, {
    as: staff,
    params: { id },
    body: { id: newId(), since: version },
  });
  expect(await finalKeys(id)).toEqual(['valves', 'lungs']);
});

it('stores the pictures of a package as files of the work', async () => {
  const { id } = await buildWork(t.deps.db);
  const question = ManifestQuestion.parse({
    ...{ key: 'film', question: 'What is this?', image: 'figures/Lunge 1.png' },
    choices: [{ answer: 'A lung', correct: true }, { image: 'figures/Lunge 1.png' }],
  });
  const pictures = [{ name: 'figures/Lunge 1.png', bytes: await picture(8, 8) }];
  await imported(id, await upload(writeQti3([question], pictures), 'film.zip'));
  const { manifest, files } = await workOf(id);
  const [{ image, choices }] = manifest.final_test.questions;
  expect(image).toBe('questions/Lunge-1.png');
  expect(choices[1].image).toBe(image);
  const file = files.find(({ path }: { path: string }) => path === image);
  expect((await t.app.inject({ url: file.address })).statusCode).toBe(200);
});

it('rejects a file without questions, and another user’s file', async () => {
  const { id } = await buildWork(t.deps.db);
  await expect(imported(id, await upload('Dear colleague,\n\nsee you.'))).rejects.toMatchObject({
    code: 'invalid',
  });
  await sql`update resumable_uploads set user_id = ${(await t.person({ role: 'staff' })).id}`.execute(
    t.deps.db,
  );
  const { id: foreign } = await sql<{ id: string }>`select id from resumable_uploads limit 1`
    .execute(t.deps.db)
    .then(({ rows }) => rows[0] ?? { id: '' });
  await expect(imported(id, foreign)).rejects.toMatchObject({ code: 'not_found' });
});

it('is read back from its own export as the same questions', async () => {
  const { id } = await buildWork(t.deps.db, {
    manifest: { quizzes: [{ key: 'q', page: 1, title: 'Quiz' }] },
  });
  await imported(id, await upload(GIFT));
  await imported(id, await upload(GIFT), { target: { kind: 'list', path: ['quizzes', '#q', 'questions'] } });
  const file = async (query: { format: string; list?: string }) => {
    const answer = await t.app.inject({
      url: `/admin_portal/v1/works/${id}/question_files/export?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(answer.statusCode).toBe(200);
    return readQuestionFile(answer.rawPayload, 'export');
  };
  const ofFinal = await file({ format: 'qti', list: 'final_test/questions' });
  expect(ofFinal.findings).toEqual([]);
  expect(ofFinal.questions.map(({ key, question }) => [key, question])).toEqual([
    ['valves', 'Which valve closes first?'],
    ['lungs', 'How many lobes?'],
  ]);
  expect((await file({ format: 'csv', list: 'final_test/questions' })).questions).toEqual(ofFinal.questions);
  // The questions of the whole book, each with a unique key.
  const whole = await file({ format: 'qti' });
  expect(whole.questions.map(({ key }) => key)).toEqual([
    'valves',
    'lungs',
    'final-test-valves',
    'final-test-lungs',
  ]);
  const gone = await t.call(workQuestionsCalls.exportQuestions, {
    ...{ as: staff, params: { id } },
    query: { format: 'csv', list: 'tests/#gone/questions' },
  });
  expect(gone.status).toBe(404);
});

const REAL = join(
  process.env.REAL_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'cardiopulmonary/questions.json',
);
describe.skipIf(!existsSync(REAL))(`the 138 questions of the real book (${REAL})`, () => {
  const questions = () =>
    (
      JSON.parse(readFileSync(REAL, 'utf8')) as { question: string; choices: string[]; correct: number }[]
    ).map(({ question, choices, correct }, index) =>
      ManifestQuestion.parse({
        ...{ key: `question-${index + 1}`, question },
        choices: choices.map((answer, at) => ({ answer, correct: at === correct })),
      }),
    );
  it.each([
    ['Moodle XML', toMoodleXml],
    ['GIFT', toGift],
    ['Aiken', toAiken],
    ['CSV', toTeachersCsv],
    ['Excel', toXlsx],
    ['QTI 2.1', (all: ManifestQuestion[]) => toQti2(all, '2p1')],
    ['QTI 2.2', (all: ManifestQuestion[]) => toQti2(all, '2p2')],
    ['QTI 3.0', (all: ManifestQuestion[]) => writeQti3(all, [])],
  ] as const)('become a final test from %s', async (_format, write) => {
    const { id } = await buildWork(t.deps.db);
    const all = questions();
    expect(await imported(id, await upload(await write(all)))).toMatchObject({ taken: 138 });
    const { manifest } = await workOf(id);
    expect(manifest.final_test.questions.map(({ question }: Fields) => question)).toEqual(
      all.map(({ question }) => question),
    );
    expect(
      manifest.final_test.questions.map(({ choices }: { choices: Fields[] }) =>
        choices.findIndex(({ correct }) => correct === true),
      ),
    ).toEqual(all.map(({ choices }) => choices.findIndex(({ correct }) => correct)));
  });
});

it('reads no file before its turn, and lets two of one user wait', async () => {
  const id = (await buildWork(t.deps.db, { manifest: {} })).id;
  const uploadId = await upload(GIFT);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let fetched = 0;
  async function* bytesOf(key: string) {
    fetched += 1;
    await gate;
    yield* t.deps.storage.read(key);
  }
  const storage: Storage = { ...t.deps.storage, read: (key) => Readable.from(bytesOf(key)) };
  const outcomes: string[] = [];
  const reads = Array.from({ length: 5 }, () =>
    readUploadedQuestions({ ...t.deps, storage }, actorOf(staff), id, uploadId, {
      childProgram: child.file,
    }).then(
      ({ format }) => outcomes.push(format ?? ''),
      (error) => outcomes.push(error.code),
    ),
  );
  await vi.waitUntil(() => outcomes.length === 2 && fetched > 0, { timeout: 30_000 });
  expect([fetched, outcomes]).toEqual([1, ['unavailable', 'unavailable']]);
  open();
  await Promise.all(reads);
  expect([fetched, outcomes.slice(2)]).toEqual([3, ['GIFT', 'GIFT', 'GIFT']]);
});
