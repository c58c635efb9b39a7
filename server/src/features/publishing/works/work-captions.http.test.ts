import { createHash } from 'node:crypto';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { checkWork, filesOfWork } from './check-work.ts';

let t: TestApp;
let producer: Person;
beforeAll(async () => {
  t = await testApp();
  producer = await t.person({ role: 'author' });
});
afterAll(() => t.close());

const buildOwnWork = async () => (await buildWork(t.deps.db, { producers: [producer.email] })).id;
async function addFile(workId: string, path: string, text: string, mediaType: string) {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('hex');
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, content);
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, ${content.length}, ${mediaType}, ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${workId}, ${path}, ${hash}, ${path}, ${now})`.execute(t.deps.db);
}
const read = (workId: string, path: string, as = producer) =>
  t.call(workFilesCalls.getWorkCaptions, { as, params: { id: workId }, query: { path } });
const store = (workId: string, cues: object[], as = producer) =>
  t.call(workFilesCalls.storeWorkCaptions, {
    as,
    params: { id: workId },
    body: { name: 'valve.en.srt', cues },
  });
const cue = (start_seconds: number, end_seconds: number, text: string, settings = '') => ({
  ...{ start_seconds, end_seconds, text, settings },
});
/** The check list's findings for a lecture with these captions. */
async function findings(workId: string, file: string) {
  const captions = [{ _id: 'c', language: 'en', file }];
  const video = { key: 'one', type: 'video', title: 'One', file: 'gone.mp4', captions };
  const { findings: all } = await checkWork(t.deps, {
    workId,
    document: { supplementaries: [{ _id: 's', page: 1, materials: [video] }] },
    files: await filesOfWork(t.deps.db, workId),
  });
  return all.filter((each) => each.file === file).map(({ kind, text }) => `${kind}: ${text}`);
}

it('captions of SubRip are read one by one, with their errors', async () => {
  const workId = await buildOwnWork();
  const srt =
    '1\n00:00:01,000 --> 00:00:02,500\nNa <i>rises</i> & K < 3\n\n2\n00:00:9 --> now\nLost\n\n3\n00:00:05,000 --> 00:00:04,000\nBack\n';
  await addFile(workId, 'valve.srt', srt, 'application/x-subrip');
  const { status, body } = await read(workId, 'valve.srt');
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ path: 'valve.srt', original_name: 'valve.srt' },
    cues: [cue(1, 2.5, 'Na <i>rises</i> & K < 3'), cue(5, 4, 'Back')],
    problems: [{ line: 6, text: 'has a line of times that is not like "00:00:01,000 --> 00:00:04,000"' }],
  });
});

it('captions written on the desk are returned as written, once, in order of time', async () => {
  const workId = await buildOwnWork();
  const written = [
    cue(4, 6, '<v Ada>Second\nline', 'align:start line:90%'),
    cue(1, 2.25, 'R&D --> <b>now</b> <script>'),
    cue(7, 6, ''),
  ];
  const first = await store(workId, written);
  expect(first).toMatchObject({
    status: 201,
    body: { media_type: 'text/vtt', original_name: 'valve.en.vtt' },
  });
  const { path } = first.body;
  expect((await store(workId, written)).body.path).toBe(path);
  expect((await read(workId, path)).body.cues).toEqual([written[1], written[0], written[2]]);
  expect(await findings(workId, path)).toEqual([
    'mistake: has a caption that ends before it begins (line 10)',
  ]);
});

it('a language without text prevents publication until it has text', async () => {
  const workId = await buildOwnWork();
  for (const cues of [[], [cue(0, 2, '')]]) {
    const { path } = (await store(workId, cues)).body;
    expect(await findings(workId, path)).toEqual(['mistake: has no caption in it']);
  }
  const { path } = (await store(workId, [cue(0, 2, 'Here')])).body;
  expect(await findings(workId, path)).toEqual([]);
});

it('a file without captions is reported, and one of another book does not exist', async () => {
  const [workId, other] = [await buildOwnWork(), await buildOwnWork()];
  await addFile(workId, 'scan.png', 'picture', 'image/png');
  expect((await read(workId, 'scan.png')).body).toMatchObject({
    ...{ cues: [], problems: [{ line: null, text: 'is neither WebVTT nor SubRip (SRT)' }] },
  });
  expect((await read(other, 'scan.png')).status).toBe(404);
  const stranger = await t.person({ role: 'author' });
  expect((await read(workId, 'scan.png', stranger)).status).toBe(404);
  expect((await store(workId, [], stranger)).status).toBe(404);
});
