import { createPublicKey, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { CERTIFICATE_NUMBER } from '@vesalius/contract/certificates';
import { certificatesCalls as calls } from '@vesalius/contract/certificates-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildSurvey, surveyAnswers } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription, type UserFields } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { certificateLetters } from './jobs.ts';

const TERMS = {
  title: 'Reading the Chest Radiograph',
  description: 'An enduring activity of reading, lectures and tests.',
  hours_of_participation: 6,
  credits: 4.5,
};

describe('certificates', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  async function scene(
    fields: {
      person?: UserFields;
      certificate?: Record<string, unknown> | null;
      survey?: boolean;
      expires?: string;
    } = {},
  ) {
    const { certificate = TERMS, survey: hasSurvey = true } = fields;
    const { db } = t.deps;
    const book = await buildBook(db, { certificate, title: 'Chest Radiography', author: 'M. Verhoeven' });
    if (fields.expires)
      await sql`update books set expiry_date = ${fields.expires} where id = ${book.id}`.execute(db);
    const test = await buildFinalTest(db, { bookId: book.id });
    const survey = hasSurvey ? await buildSurvey(db, { bookId: book.id }) : null;
    const reader = await t.person({ firstName: 'Ada', secondName: 'Lovelace', ...fields.person });
    await buildSubscription(db, { userId: reader.id, bookId: book.id });
    return {
      book,
      reader,
      take: (right: number, attempt: number) =>
        t.call(assessmentsCalls.submitFinalTest, {
          as: reader,
          query: { book_id: book.id },
          body: {
            attempt,
            answers: test.questions.map((question, index) => ({
              question_id: question.id,
              answer_id: index < right ? question.right : question.wrong,
            })),
          },
        }),
      answerSurvey: () =>
        survey
          ? t.call(assessmentsCalls.submitSurvey, {
              as: reader,
              body: { survey_id: survey.id, answers: surveyAnswers(survey) },
            })
          : Promise.reject(new Error('no survey in this scene')),
      single: (kind?: string, as: Person | null = reader) =>
        t.call(calls.getSingleCertificate, { as, query: { book_id: book.id, kind } }),
      list: () => t.call(calls.listCertificates, { as: reader }),
    };
  }
  const earned = async (fields: Parameters<typeof scene>[0] = {}) => {
    const s = await scene(fields);
    await s.take(8, 1);
    if (fields.survey !== false) await s.answerSurvey();
    return s;
  };

  it('are earned by 70 percent and the survey, both, in either order', async () => {
    const s = await scene();
    expect(await s.single()).toMatchObject({
      status: 404,
      body: { code: 'certificate_not_valid', message: 'The certificate is currently not valid.' },
    });
    await s.take(6, 1);
    expect((await s.answerSurvey()).body.certificate_earned).toBe(false);
    expect((await s.single()).status).toBe(404);
    await s.take(7, 2);
    expect((await s.list()).body.metadata.count).toBe(2);

    const other = await scene();
    await other.take(10, 1);
    expect((await other.list()).body.metadata.count).toBe(0);
    expect((await other.answerSurvey()).body.certificate_earned).toBe(true);
    expect((await other.single('credit')).body.certificate).toMatchObject({ certificate_type: 'credit' });
  });

  it('that are begun name what is missing, while the book may be read', async () => {
    const s = await scene();
    const pending = async () => (await s.list()).body.pending;
    const book = { book_id: s.book.id, book_title: 'Chest Radiography' };
    expect(await pending()).toEqual([]);
    await s.take(6, 1);
    const nothingElse = { pages_to_read: 0, open_tests: [] };
    expect(await pending()).toEqual([{ ...book, ...nothingElse, missing: ['final_test', 'survey'] }]);
    await s.take(7, 2);
    expect(await pending()).toEqual([{ ...book, ...nothingElse, missing: ['survey'] }]);
    await sql`update subscriptions set ends_at = created_at where user_id = ${s.reader.id}`.execute(
      t.deps.db,
    );
    expect(await pending()).toEqual([]);
    await buildSubscription(t.deps.db, { userId: s.reader.id, bookId: s.book.id });
    await s.answerSurvey();
    expect(await pending()).toEqual([]);

    const surveyed = await scene();
    await surveyed.answerSurvey();
    expect((await surveyed.list()).body.pending).toMatchObject([{ missing: ['final_test'] }]);
    const without = await scene({ certificate: null });
    await without.take(6, 1);
    expect((await without.list()).body.pending).toEqual([]);
  });

  it('are told by one mail with their numbers, once, in the reader’s language', async () => {
    const s = await earned();
    const numbers = (await s.list()).body.data.map(
      (row: { certificate: { certificate_unique_id: string } }) => row.certificate.certificate_unique_id,
    );
    expect(numbers).toHaveLength(2);
    await s.take(10, 2);
    await s.single();
    const mails = await mailsTo(t, s.reader.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your certificates for Chest Radiography']);
    for (const number of numbers) expect(mails[0]?.text).toContain(number);
    expect(linkIn(mails[0]).pathname).toBe('/certificates');
    expect(linkIn(mails[0]).searchParams.get('book')).toBe(s.book.id);

    const arabic = await scene();
    await sql`update users set language = 'ar' where id = ${arabic.reader.id}`.execute(t.deps.db);
    await arabic.take(8, 1);
    await arabic.answerSurvey();
    expect((await mailsTo(t, arabic.reader.email))[0]?.subject).toBe('شهادتاك في Chest Radiography');
  });

  it('are told with the edition where the book has several, on the day and after a change', async () => {
    const s = await earned();
    const newer = await buildBook(t.deps.db, { title: 'Chest Radiography' });
    await sql`update books set old_version_book_id = ${s.book.id} where id = ${newer.id}`.execute(t.deps.db);
    const [told] = await mailsTo(t, s.reader.email);
    expect(told?.subject).toBe('Your certificates for Chest Radiography (1)');
    expect(told?.text).toContain('“Chest Radiography (1)”');
    const number = (await s.single('hours')).body.certificate.certificate_unique_id;
    await enqueue(t.deps.db, certificateLetters.sendChanged({ number, act: 'reinstate' }));
    const [changed] = await mailsTo(t, s.reader.email);
    expect(changed?.subject).toBe('Your certificate for Chest Radiography (1) is valid again');
    expect((await s.single('hours')).body.book_title).toBe('Chest Radiography');
  });

  it('carry the names, the work, the day and a number, as they were on that day', async () => {
    const s = await earned({ person: { timeZone: 'Pacific/Auckland' } });
    const { body } = await s.single('hours');
    expect(body).toMatchObject({
      user_name: 'Ada Lovelace',
      book_title: 'Chest Radiography',
      book_version: '1',
      author_name: 'M. Verhoeven',
      name_changed: false,
      certificate: {
        certificate_title: TERMS.title,
        certificate_description: TERMS.description,
        hours_of_participation: 6,
        // 09:00 UTC is the evening of the same day there.
        submission_date: '2026-03-01',
        certificate_unique_id: expect.stringMatching(CERTIFICATE_NUMBER),
        credits_maximum: null,
        provider: null,
        accreditation_statement: null,
      },
    });
    const { certificate } = body;
    expect(certificate.verification_url).toBe(
      `http://localhost:3000/certificates/verify/${certificate.certificate_unique_id}`,
    );
    await sql`update books set title = 'Another title' where id = ${s.book.id}`.execute(t.deps.db);
    expect((await s.single('hours')).body.book_title).toBe('Chest Radiography');
  });

  it.each([
    [true, 'Awarded by Vesalius for solving 70 percent or more of the final test and answering the survey.'],
    [false, 'Awarded by Vesalius for solving 70 percent or more of the final test.'],
  ])('say what was required and done (survey: %s), as it was on that day', async (survey, sentence) => {
    const s = await earned({ survey });
    const { id, certificate } = (await s.single('hours')).body;
    const requirements = { final_test_percent: 70, survey, mandatory_tests: false, pages_percent: null };
    expect(certificate).toMatchObject({ requirements, certificate_description: TERMS.description });
    if (survey)
      await sql`update surveys set retired_at = now() where book_id = ${s.book.id}`.execute(t.deps.db);
    else await buildSurvey(t.deps.db, { bookId: s.book.id });
    await sql`update users set second_name = 'King' where id = ${s.reader.id}`.execute(t.deps.db);
    const renamed = await t.call(calls.reissueCertificate, { as: s.reader, params: { id } });
    expect(renamed.body).toMatchObject({ user_name: 'Ada King', certificate: { requirements } });
    const params = { certificateUniqueId: certificate.certificate_unique_id };
    expect((await t.call(calls.verifyCertificate, { params })).body).toMatchObject({ requirements });
    const credential = (
      await t.call(calls.downloadCredential, { as: s.reader, params: { id: renamed.body.id } })
    ).text;
    const badge = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString());
    expect(badge.credentialSubject.achievement.criteria.narrative).toContain(sentence);
  });

  it('name the provider in what was required and done', async () => {
    const s = await earned({ certificate: { ...TERMS, provider: 'The Lung Society' } });
    const { id } = (await s.single('hours')).body;
    const credential = (await t.call(calls.downloadCredential, { as: s.reader, params: { id } })).text;
    const claims = Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString();
    expect(claims).toContain('Awarded by The Lung Society for solving');
  });

  it('stay as issued from before it was stored what they were for', async () => {
    const s = await earned();
    await sql`update certificates set requirements = null where user_id = ${s.reader.id}`.execute(t.deps.db);
    await sql`update users set second_name = 'King' where id = ${s.reader.id}`.execute(t.deps.db);
    const { id } = (await s.single('hours')).body;
    const renamed = await t.call(calls.reissueCertificate, { as: s.reader, params: { id } });
    expect(renamed.body).toMatchObject({ user_name: 'Ada King', certificate: { requirements: null } });
  });

  it('date the completion where the reader is', async () => {
    t.clock.set(new Date('2026-03-01T20:00:00Z'));
    const s = await earned({ person: { timeZone: 'Asia/Riyadh' } });
    const east = await earned({ person: { timeZone: 'Pacific/Auckland' } });
    t.clock.reset();
    expect((await s.single()).body.certificate.submission_date).toBe('2026-03-01');
    expect((await east.single()).body.certificate.submission_date).toBe('2026-03-02');
  });

  it.each<[string, Parameters<typeof scene>[0], string[]]>([
    ['a physician: both kinds', {}, ['credit', 'hours']],
    ['a nurse: hours alone', { person: { mayClaimCredit: false } }, ['hours']],
    ['a book without credits: hours alone', { certificate: { ...TERMS, credits: undefined } }, ['hours']],
    ['a book without a certificate: none', { certificate: null }, []],
    ['a book without a survey: no survey is asked', { survey: false }, ['credit', 'hours']],
    ['an expired activity: hours alone', { expires: '2026-02-28' }, ['hours']],
    ['the last day of an activity: both kinds', { expires: '2026-03-01' }, ['credit', 'hours']],
  ])('are given to %s', async (_who, fields, kinds) => {
    const s = await earned(fields);
    const { data } = (await s.list()).body;
    expect(
      data
        .map((each: { certificate: { certificate_type: string } }) => each.certificate.certificate_type)
        .sort(),
    ).toEqual(kinds);
    expect((await s.single('credit')).status).toBe(kinds.includes('credit') ? 200 : 404);
  });

  it('are issued once, however often they are earned and asked for', async () => {
    const s = await earned();
    const number = (await s.single()).body.certificate.certificate_unique_id;
    await Promise.all([s.take(9, 2), ...Array.from({ length: 20 }, () => s.single())]);
    expect((await s.single()).body.certificate.certificate_unique_id).toBe(number);
    expect((await s.list()).body.metadata.count).toBe(2);
  });

  it('are their holder’s alone, and checked by anybody with the number', async () => {
    const s = await earned();
    const stranger = await t.person();
    expect((await s.single('hours', stranger)).status).toBe(404);
    expect((await s.single('hours', null)).status).toBe(401);
    const own = (await s.single('credit')).body;
    const claim = { as: stranger, params: { id: own.id }, body: { credits_claimed: 1 } };
    expect((await t.call(calls.claimCredits, claim)).status).toBe(404);
    expect((await t.call(calls.reissueCertificate, { as: stranger, params: { id: own.id } })).status).toBe(
      404,
    );
    expect((await t.call(calls.downloadCredential, { as: stranger, params: { id: own.id } })).status).toBe(
      404,
    );

    const verify = (certificateUniqueId: string) =>
      t.call(calls.verifyCertificate, { params: { certificateUniqueId } });
    const number: string = own.certificate.certificate_unique_id;
    for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' ')])
      expect((await verify(typed)).body).toMatchObject({
        status: 'valid',
        user_name: 'Ada Lovelace',
        certificate_unique_id: number,
        replaces_issue_of: null,
      });
    expect(await verify('VSL-0000-0000-0000')).toMatchObject({
      status: 404,
      body: { message: 'The certificate is currently not valid.' },
    });
    expect((await verify(number)).text).not.toContain(s.reader.email);
  });

  it('keep the number when they are issued again with a new name', async () => {
    const s = await earned();
    const old = (await s.single('credit')).body;
    await sql`update users set second_name = 'King' where id = ${s.reader.id}`.execute(t.deps.db);
    expect((await s.single('credit')).body).toMatchObject({ user_name: 'Ada Lovelace', name_changed: true });
    const again = await t.call(calls.reissueCertificate, { as: s.reader, params: { id: old.id } });
    expect(again.body).toMatchObject({ user_name: 'Ada King', name_changed: false });
    expect(again.body.certificate.certificate_unique_id).toBe(old.certificate.certificate_unique_id);
    const params = { certificateUniqueId: old.certificate.certificate_unique_id };
    expect((await t.call(calls.verifyCertificate, { params })).body).toMatchObject({
      user_name: 'Ada King',
      replaces_issue_of: old.issue_date,
    });
    expect((await t.call(calls.reissueCertificate, { as: s.reader, params: { id: old.id } })).status).toBe(
      404,
    );
    expect((await s.list()).body.metadata.count).toBe(2);
  });

  it('take the claim of a tab that has not seen the new issue of another one', async () => {
    const s = await earned();
    const { id } = (await s.single('credit')).body;
    const claim = (credits_claimed: number) =>
      t.call(calls.claimCredits, { as: s.reader, params: { id }, body: { credits_claimed } });
    await claim(1);
    const other = await claim(2);
    expect((await claim(2)).body.id).toBe(other.body.id);
    const later = await claim(3);
    expect(later).toMatchObject({ status: 200, body: { certificate: { credits_claimed: 3 } } });
    expect(later.body.id).not.toBe(other.body.id);
  });

  it('take the claim in quarters up to the maximum; another claim is a new issue', async () => {
    const s = await earned();
    const { id, certificate } = (await s.single('credit')).body;
    expect(certificate).toMatchObject({ credits_maximum: 4.5, credits_claimed: null });
    const claim = (credits_claimed: unknown, certificateId = id) =>
      t.call(calls.claimCredits, { as: s.reader, params: { id: certificateId }, body: { credits_claimed } });
    for (const wrong of [0, 0.1, 1.3, -1, 'all', undefined])
      expect((await claim(wrong)).body.code).toBe('invalid');
    expect(await claim(4.75)).toMatchObject({ status: 422, body: { code: 'credits_beyond_maximum' } });
    expect((await claim(3.25)).body).toMatchObject({ id, certificate: { credits_claimed: 3.25 } });
    expect((await claim(3.25)).body.id).toBe(id);
    const changed = (await claim(4.5)).body;
    expect(changed.certificate).toMatchObject({
      credits_claimed: 4.5,
      certificate_unique_id: certificate.certificate_unique_id,
    });
    expect(changed.id).not.toBe(id);
    const hours = (await s.single('hours')).body;
    expect((await claim(1, hours.id)).status).toBe(404);
  });

  it('are issued again a few times a day by their holder, and no more', async () => {
    const s = await earned();
    let { id } = (await s.single('credit')).body;
    const claim = (credits_claimed: number) =>
      t.call(calls.claimCredits, { as: s.reader, params: { id }, body: { credits_claimed } });
    const again = async (credits: number) => {
      const answer = await claim(credits);
      id = answer.body.id ?? id;
      return answer.status;
    };
    await claim(1);
    const statuses: number[] = [];
    for (const credits of [2, 3, 2, 3, 2, 3]) statuses.push(await again(credits));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await claim(4);
    expect(refused.body.code).toBe('too_many_certificate_issues');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The same limit for new names; the other certificate has its own.
    await sql`update users set second_name = 'King' where id = ${s.reader.id}`.execute(t.deps.db);
    const reissue = (of: string) => t.call(calls.reissueCertificate, { as: s.reader, params: { id: of } });
    expect((await reissue(id)).status).toBe(429);
    expect((await reissue((await s.single('hours')).body.id)).status).toBe(200);
    t.clock.advance(25 * HOUR_MS);
    expect(await again(4)).toBe(200);
  });

  it.each(['author', 'editor', 'program_director', 'staff'] as const)(
    'stay their holder’s, who has become %s meanwhile',
    async (role) => {
      const s = await earned();
      const [first] = (await s.list()).body.data;
      await sql`update users set role = ${role} where id = ${s.reader.id}`.execute(t.deps.db);
      const as = { ...s.reader, role };
      const own = (call: (typeof calls)[keyof typeof calls], more = {}) => t.call(call, { as, ...more });
      expect((await own(calls.listCertificates)).body.metadata.count).toBe(2);
      expect((await own(calls.getTranscript)).body.entries).toHaveLength(2);
      expect((await own(calls.downloadTranscriptCsv)).text).toContain(
        first.certificate.certificate_unique_id,
      );
      const single = await own(calls.getSingleCertificate, { query: { book_id: s.book.id, kind: 'credit' } });
      const params = { id: single.body.id };
      expect(
        (await own(calls.claimCredits, { params, body: { credits_claimed: 2 } })).body.certificate,
      ).toMatchObject({ credits_claimed: 2 });
      expect((await own(calls.downloadCredential, { params })).status).toBe(200);
      expect((await own(calls.reissueCertificate, { params })).status).toBe(200);
    },
  );

  it('are listed six a page, and all of them in the transcript', async () => {
    const s = await earned();
    const { db } = t.deps;
    for (let index = 0; index < 6; index += 1) {
      const book = await buildBook(db, { title: index === 0 ? '=HYPERLINK("x")' : `Book ${index}` });
      await sql`insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version,
          author_name, title, description, hours_of_participation, final_score, final_total, completed_at, completed_on, issued_at)
        select gen_random_uuid(), ${`VSL-TEST-${s.reader.id}-${index}`}, ${s.reader.id}, ${book.id}, 'hours', user_name,
          ${book.title}, book_version, author_name, title, description, 2, 1, 1, completed_at, completed_on, issued_at
        from certificates where user_id = ${s.reader.id} and kind = 'hours' and book_id = ${s.book.id}`.execute(
        db,
      );
    }
    const first = (await s.list()).body;
    expect(first.data).toHaveLength(6);
    expect(first.metadata).toEqual({ count: 8, currentPage: 1, pages: 2 });
    const transcript = (await t.call(calls.getTranscript, { as: s.reader })).body;
    expect(transcript).toMatchObject({
      user_name: 'Ada Lovelace',
      total_hours: 18,
      total_credits_claimed: 0,
    });
    expect(transcript.entries).toHaveLength(8);
    const csv = await t.call(calls.downloadTranscriptCsv, { as: s.reader });
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text.split('\n')).toHaveLength(10);
    expect(csv.text).toContain(`"'=HYPERLINK`);
    expect((await t.call(calls.downloadTranscriptCsv, {})).status).toBe(401);
  });

  it('are signed credentials that anybody can check with the published key', async () => {
    const { compactVerify, createLocalJWKSet } = await import('jose');
    const s = await earned();
    const { id, certificate } = (await s.single('credit')).body;
    const { text: credential, headers } = await t.call(calls.downloadCredential, {
      as: s.reader,
      params: { id },
    });
    expect(headers['content-type']).toContain('application/vc+jwt');
    const keys = (await t.call(calls.getSigningKeys)).body;
    expect(JSON.stringify(keys)).not.toContain('"d"');
    // As anybody's library does it: the key of the header's name, from the published set.
    const { payload, protectedHeader } = await compactVerify(credential, createLocalJWKSet(keys));
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'JWT', kid: keys.keys[0].kid });
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      credentialSubject: {
        achievement: { name: TERMS.title },
        identifier: [{ identityHash: 'Ada Lovelace' }],
      },
    });
    // And without any library for tokens: the bare signature, with the key as it is served.
    const [head = '', claims = '', sign = ''] = credential.split('.');
    const served = createPublicKey({ key: keys.keys[0], format: 'jwk' });
    const isSigned = (text: string) =>
      verify(null, Buffer.from(text), served, Buffer.from(sign, 'base64url'));
    expect(isSigned(`${head}.${claims}`)).toBe(true);
    expect(isSigned(`${head}.${claims.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'))}`)).toBe(
      false,
    );
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    expect(Object.keys(header.jwk).sort()).toEqual(['crv', 'kty', 'x']);
    expect(header.jwk.x).toBe(keys.keys[0].x);
    // What Open Badges 3.0 asks of a credential and its claims.
    const badge = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(badge).toMatchObject({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        expect.stringMatching(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context/),
      ],
      id: badge.jti,
      issuer: { id: badge.iss, type: ['Profile'], name: expect.any(String) },
      validFrom: new Date(badge.nbf * 1000).toISOString(),
      credentialSubject: {
        id: badge.sub,
        type: ['AchievementSubject'],
        achievement: {
          id: expect.stringContaining(s.book.id),
          type: ['Achievement'],
          criteria: { narrative: expect.any(String) },
          description: expect.any(String),
        },
      },
    });
    for (const secret of [s.reader.email, s.reader.id]) expect(JSON.stringify(badge)).not.toContain(secret);
    const check = (text: string) => t.call(calls.verifyCredential, { body: { credential: text } });
    expect((await check(credential)).body).toMatchObject({
      status: 'valid',
      certificate_unique_id: certificate.certificate_unique_id,
    });
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('Ada', 'Eve')).toString(
      'base64url',
    );
    for (const text of [`${head}.${forged}.${sign}`, 'nonsense', `${head}.${claims}.`])
      expect((await check(text)).body.code).toBe('certificate_not_valid');
  });

  it('tell others in a public list that they were replaced', async () => {
    const { compactVerify, createLocalJWKSet } = await import('jose');
    const s = await earned();
    const { id } = (await s.single('credit')).body;
    const { text } = await t.call(calls.downloadCredential, { as: s.reader, params: { id } });
    const { credentialStatus } = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    expect(credentialStatus).toMatchObject({
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListCredential: expect.stringMatching(/\/certificates\/status_lists\/1$/),
    });
    const keys = createLocalJWKSet((await t.call(calls.getSigningKeys)).body);
    const isEnded = async () => {
      const list = await t.call(calls.getStatusList, { params: { list: '1' } });
      expect(list.headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
      const { payload } = await compactVerify(list.text, keys);
      const { id: url, credentialSubject } = JSON.parse(new TextDecoder().decode(payload));
      expect(url).toBe(credentialStatus.statusListCredential);
      const bits = gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), 'base64url'));
      expect(bits).toHaveLength(131_072 / 8);
      const place = Number(credentialStatus.statusListIndex);
      // The first bit is the leftmost one.
      return bits[Math.floor(place / 8)]?.toString(2).padStart(8, '0')[place % 8] === '1';
    };
    expect(await isEnded()).toBe(false);
    await sql`update users set second_name = 'King' where id = ${s.reader.id}`.execute(t.deps.db);
    await t.call(calls.reissueCertificate, { as: s.reader, params: { id } });
    expect(await isEnded()).toBe(true);
    expect((await t.call(calls.getStatusList, { params: { list: '2' } })).status).toBe(404);
  });
});
