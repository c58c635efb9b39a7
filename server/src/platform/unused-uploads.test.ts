import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobHandlers } from '../app/job-handlers.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { buildBook, buildProgram } from '../testing/factories.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { HOUR_MS } from './durations.ts';
import { runDueJobs } from './jobs.ts';

describe.each(['a folder', 'an S3-compatible bucket'])('a picture kept in %s', (kind) => {
  let app: TestApp;
  let person: Person;
  let jpeg: Buffer;
  let profile: object;
  let bucket: Awaited<ReturnType<typeof startS3Server>> | null = null;
  beforeAll(async () => {
    bucket = kind === 'a folder' ? null : await startS3Server();
    app = await testApp(bucket ? { storage: bucket.storage } : {});
    person = await app.person();
    jpeg = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#0f4c53' } })
      .jpeg()
      .toBuffer();
    const first = async (call: typeof accountsCalls.listCountries | typeof accountsCalls.listUserJobs) =>
      (await app.call(call)).body.data[0].id;
    profile = {
      first_name: 'Ada',
      second_name: 'Byron',
      country_id: await first(accountsCalls.listCountries),
      job_id: await first(accountsCalls.listUserJobs),
    };
  });
  afterAll(async () => {
    await app.close();
    await bucket?.close();
  });

  async function upload(purpose: 'avatar' | 'topic_image' = 'avatar'): Promise<string> {
    const { body } = await app.call(accountsCalls.createUpload, {
      as: person,
      body: { purpose, content_type: 'image/jpeg', size: jpeg.length },
    });
    const headers = { 'content-type': 'image/jpeg' };
    const answer = await app.app.inject({ method: 'PUT', url: body.upload_url, payload: jpeg, headers });
    return answer.json().link;
  }
  const setPortrait = (image: string | null) =>
    app.call(accountsCalls.updateProfile, { as: person, body: { ...profile, image } });
  const statusOf = async (link: string) => (await app.app.inject({ method: 'GET', url: link })).statusCode;
  const letPass = async (hours: number) => {
    app.clock.advance(hours * HOUR_MS);
    const { db, clock } = app.deps;
    await runDueJobs({ db, clock, handlers: jobHandlers(app.deps), log: recordingLog() });
  };

  it('is served as it was made, and is gone a day later when nobody has used it', async () => {
    const link = await upload();
    const file = await app.app.inject({ method: 'GET', url: link });
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 });
    await letPass(23);
    expect(await statusOf(link)).toBe(200);
    await letPass(2);
    expect(await statusOf(link)).toBe(404);
  });

  it('stays while it is a portrait, and goes after another took its place', async () => {
    const [first, second] = [await upload(), await upload()];
    await setPortrait(first);
    await letPass(25);
    expect(await statusOf(first)).toBe(200);
    expect(await statusOf(second)).toBe(404);
    const third = await upload();
    await setPortrait(third);
    await letPass(25);
    expect([await statusOf(first), await statusOf(third)]).toEqual([404, 200]);
    await setPortrait(null);
    await letPass(25);
    expect(await statusOf(third)).toBe(404);
  });

  it('goes with the account at once, or as soon as its file store is back', async () => {
    const leaving = await app.person();
    const link = await upload();
    const used = await app.call(accountsCalls.updateProfile, {
      as: leaving,
      body: { ...profile, image: link },
    });
    expect(used.status).toBe(200);
    bucket?.failWith(({ method }) => (method === 'DELETE' ? 503 : null));
    const answer = await app.call(accountsCalls.deleteAccount, {
      as: leaving,
      body: { email: leaving.email },
    });
    expect(answer.status).toBe(204);
    await letPass(0);
    bucket?.failWith(() => null);
    await letPass(bucket ? 1 : 0);
    expect(await statusOf(link)).toBe(404);
  });

  it('stays while a topic shows it, and goes when it was taken out or the topic was deleted', async () => {
    const { id: bookId } = await buildBook(app.deps.db);
    const program = await buildProgram(app.deps.db, { bookIds: [bookId], studentIds: [person.id] });
    const [first, second] = [await upload('topic_image'), await upload('topic_image')];
    const html = (links: string[]) =>
      `<p>Look.</p>${links.map((link) => `<img src="${link}" alt="">`).join('')}`;
    const topic = (links: string[]) => ({ topic: { title: 'Murmurs', content: html(links) } });
    const created = await app.call(discussionsCalls.createTopic, {
      as: person,
      params: { id: program.id },
      body: topic([first, second]),
    });
    const params = { id: program.id, topicId: created.body.id };
    await letPass(25);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    const changed = await app.call(discussionsCalls.updateTopic, {
      as: person,
      params,
      body: topic([second]),
    });
    expect(changed.status).toBe(200);
    await letPass(25);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    await app.call(discussionsCalls.deleteTopic, { as: person, params });
    await letPass(25);
    expect(await statusOf(second)).toBe(404);
  });
});
