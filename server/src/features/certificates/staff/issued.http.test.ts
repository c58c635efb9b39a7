import { adminCalls } from '@vesalius/contract/admin-calls';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { certificatesAdminCalls as staffCalls } from '@vesalius/contract/certificates-admin-calls';
import { certificatesCalls as calls } from '@vesalius/contract/certificates-calls';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration } from '../../../testing/administration.ts';
import { buildFinalTest } from '../../../testing/assessment-factories.ts';
import { buildBook, buildSubscription, type UserFields } from '../../../testing/factories.ts';
import { whileHeld } from '../../../testing/held-row.ts';
import { mailsTo } from '../../../testing/mails.ts';

const TERMS = {
  title: 'Reading the Chest Radiograph',
  description: 'An activity.',
  hours_of_participation: 6,
};

describe('certificates in the hands of staff', () => {
  const office = administration();
  const staff = (name: keyof typeof staffCalls, options: Parameters<typeof office.app.call>[1] = {}) =>
    office.app.call(staffCalls[name], { as: office.staff, ...options });

  async function earned(fields: { person?: UserFields; credits?: number; title?: string } = {}) {
    const { db } = office.app.deps;
    const certificate = { ...TERMS, ...(fields.credits ? { credits: fields.credits } : {}) };
    const book = await buildBook(db, { certificate, title: fields.title ?? 'Chest Radiography' });
    const test = await buildFinalTest(db, { bookId: book.id, questions: 2 });
    const reader = await office.app.person({ firstName: 'Ada', secondName: 'Lovelase', ...fields.person });
    await buildSubscription(db, { userId: reader.id, bookId: book.id });
    await office.app.call(assessmentsCalls.submitFinalTest, {
      as: reader,
      query: { book_id: book.id },
      body: { answers: test.questions.map(({ id, right }) => ({ question_id: id, answer_id: right })) },
    });
    const single = () =>
      office.app.call(calls.getSingleCertificate, { as: reader, query: { book_id: book.id } });
    const { body } = await single();
    const number: string = body.certificate.certificate_unique_id;
    await mailsTo(office.app, reader.email);
    return {
      book,
      reader,
      number,
      issueId: body.id as string,
      single,
      verify: () => office.app.call(calls.verifyCertificate, { params: { certificateUniqueId: number } }),
      get: () => staff('getIssuedCertificate', { params: { number } }),
      correct: (user_name: string, issue_id = body.id) =>
        staff('correctCertificate', {
          params: { number },
          body: { issue_id, user_name, reason: 'Misspelt at registration.' },
        }),
      revoke: () =>
        staff('revokeCertificate', {
          params: { number },
          body: { reason: 'The test was taken by somebody else.' },
        }),
      rename: (secondName: string) =>
        sql`update users set second_name = ${secondName} where id = ${reader.id}`.execute(db),
      reissue: async () =>
        office.app.call(calls.reissueCertificate, { as: reader, params: { id: (await single()).body.id } }),
      reinstate: () => staff('reinstateCertificate', { params: { number } }),
      newMails: async () => (await mailsTo(office.app, reader.email)).slice(0, -1),
    };
  }

  it('their person is found by the number, as it is typed, and by a former name', async () => {
    const one = await earned({ person: { secondName: 'Milbanke' } });
    await one.rename('Byron');
    await one.reissue();
    for (const [search_term, found_by] of [
      [one.number.toLowerCase().replaceAll('-', ' '), { kind: 'certificate', text: one.number }],
      ['ada milbanke', { kind: 'certificate_name', text: 'Ada Milbanke' }],
      // The name that the list shows.
      ['Byron', null],
    ] as const) {
      const people = await office.call('listPeople', { query: { search_term } });
      expect(people.body.data).toMatchObject([{ id: one.reader.id, found_by }]);
    }
    const unknown = await office.call('listPeople', { query: { search_term: 'VSL-0000-0000-0000' } });
    expect(unknown.body.data).toEqual([]);
  });

  it('what was done to them stands in the log of their person', async () => {
    const one = await earned();
    await one.revoke();
    const { body } = await office.app.call(adminCalls.listAuditLog, {
      as: office.staff,
      query: { person_id: one.reader.id },
    });
    expect(body.data.map(({ action }: { action: string }) => action)).toContain('certificate.revoke');
  });

  it('are found by name without accents, address, number as typed, book, kind, state and day', async () => {
    const one = await earned({ person: { firstName: 'Zoë', secondName: 'Ångström' }, credits: 4 });
    const find = async (query: Record<string, string | number>) =>
      (await staff('listIssuedCertificates', { query })).body;
    for (const search_term of [
      'zoe ang',
      'ÅNGSTRÖM',
      one.reader.email.slice(0, 12),
      one.number.toLowerCase().replaceAll('-', ' '),
    ])
      expect((await find({ search_term, book_id: one.book.id })).data[0], search_term).toMatchObject({
        user_name: 'Zoë Ångström',
        email: one.reader.email,
      });
    expect((await find({ search_term: one.number })).data).toMatchObject([
      { number: one.number, kind: 'credit', state: 'valid', completed_on: '2026-03-01' },
    ]);
    const inBook = (query: Record<string, string>) => find({ book_id: one.book.id, ...query });
    expect((await inBook({})).metadata).toMatchObject({ count: 2, pages: 1 });
    expect((await inBook({ kind: 'hours' })).metadata.count).toBe(1);
    expect((await inBook({ state: 'revoked' })).metadata.count).toBe(0);
    expect((await inBook({ from: '2026-03-01', to: '2026-03-01' })).metadata.count).toBe(2);
    expect((await inBook({ from: '2026-03-02' })).metadata.count).toBe(0);
    expect((await inBook({ to: '2026-02-28' })).metadata.count).toBe(0);
    expect((await inBook({ search_term: '100%_' })).metadata.count).toBe(0);
    expect((await find({ items: 1, book_id: one.book.id })).metadata.pages).toBe(2);
  });

  it('are found by the name of the account, by names on replaced issues, and by the head of a number', async () => {
    const one = await earned({ person: { firstName: 'Ranya', secondName: 'Qasimova' } });
    expect((await one.correct('Rania Kasim')).status).toBeLessThan(300);
    const numbers = async (search_term: string) =>
      (await staff('listIssuedCertificates', { query: { search_term, book_id: one.book.id } })).body.data.map(
        ({ number }: { number: string }) => number,
      );
    expect(await numbers('rania kas')).toEqual([one.number]);
    expect(await numbers('ranya qas')).toEqual([one.number]);
    expect(await numbers(one.number.slice(0, 8))).toEqual([one.number]);
    expect(await numbers('VSL-')).toEqual([]);
    await sql`update users set first_name = 'Renamed', second_name = 'Since' where id = ${one.reader.id}`.execute(
      office.app.deps.db,
    );
    expect(await numbers('ranya qas')).toEqual([one.number]);
    expect(await numbers('renamed since')).toEqual([one.number]);
  });

  it('are exported whole, each once, with cells defused, and the log says who took the file', async () => {
    const first = await earned({ person: { firstName: '=SUM(1)', secondName: 'King' } });
    // Many of them, at few moments: the parts of the file meet between certificates of the same moment.
    await sql`with people as (
        insert into users (id, role, email, first_name, second_name, time_zone, created_at)
        select gen_random_uuid(), 'customer', 'many' || n || '@people.example', 'Many', n::text, 'UTC', now()
        from generate_series(1, 1200) n returning id, second_name::int as n)
      insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version, author_name,
        title, description, hours_of_participation, final_score, final_total, completed_at, completed_on, issued_at)
      select gen_random_uuid(), 'VSL-TEST-TEST-' || lpad(p.n::text, 4, '0'), p.id, c.book_id, 'hours', 'Many', 'Many', '1',
        'A', 'T', 'D', 2, 1, 1, c.completed_at - p.n % 3 * interval '1 day', c.completed_on, c.issued_at
      from people p cross join certificates c where c.unique_id = ${first.number}`.execute(
      office.app.deps.db,
    );
    const csv = await staff('downloadIssuedCertificates', { query: { book_id: first.book.id } });
    expect(csv.headers['content-type']).toContain('text/csv');
    const rows = parse(csv.text, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength(1201);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(1201);
    expect(rows.find(({ number }) => number === first.number)).toMatchObject({
      name: "'=SUM(1) King",
      final_test_percent: '100',
    });
    expect((await office.auditOf('csv'))[0]).toMatchObject({
      action: 'certificate.export',
      actor_id: office.staff.id,
      detail: { book_id: first.book.id },
    });
  });

  it('get a corrected name under the same number, and whoever checks an old copy is led to the new one', async () => {
    const s = await earned();
    const oldCredential = await office.app.call(calls.downloadCredential, {
      as: s.reader,
      params: { id: s.issueId },
    });
    office.app.clock.advance(60_000);
    const corrected = await s.correct('Ada Lovelace');
    expect(corrected.body).toMatchObject({
      user_name: 'Ada Lovelace',
      number: s.number,
      state: 'valid',
      account_name: 'Ada Lovelase',
      earlier_issues: [{ user_name: 'Ada Lovelase', reason: 'Misspelt at registration.' }],
    });
    expect((await s.verify()).body).toMatchObject({
      status: 'valid',
      user_name: 'Ada Lovelace',
      replaces_issue_of: expect.any(String),
    });
    // The signed file of the earlier issue is no certificate any more.
    const check = { body: { credential: oldCredential.text } };
    expect((await office.app.call(calls.verifyCredential, check)).status).toBe(404);
    // The account's own name is not offered in its place.
    expect((await s.single()).body).toMatchObject({ user_name: 'Ada Lovelace', name_changed: false });
    const again = { as: s.reader, params: { id: corrected.body.id } };
    expect(await office.app.call(calls.reissueCertificate, again)).toMatchObject({
      status: 409,
      body: { code: 'certificate_name_corrected' },
    });
    expect(await s.newMails()).toMatchObject([
      { subject: 'Your certificate for Chest Radiography was issued again' },
    ]);
    expect((await office.auditOf(s.number))[0]).toMatchObject({
      action: 'certificate.correct',
      detail: {
        before: { user_name: 'Ada Lovelase' },
        after: { user_name: 'Ada Lovelace' },
        reason: 'Misspelt at registration.',
      },
    });
  });

  it('are corrected together with the other kind for the same book, or not at all', async () => {
    const s = await earned({ credits: 4 });
    const { data } = (await staff('listIssuedCertificates', { query: { book_id: s.book.id } })).body;
    const hours = data.find(({ kind }: { kind: string }) => kind === 'hours');
    const { same_name } = (await s.get()).body;
    expect(same_name).toEqual([{ id: hours.id, number: hours.number, kind: 'hours' }]);
    const correct = (also: { number: string; issue_id: string }[], user_name = 'Ada Lovelace') =>
      staff('correctCertificate', {
        params: { number: s.number },
        body: { issue_id: s.issueId, user_name, reason: 'Misspelt at registration.', also },
      });
    const names = async () =>
      (await staff('listIssuedCertificates', { query: { book_id: s.book.id } })).body.data.map(
        ({ user_name }: { user_name: string }) => user_name,
      );
    const stranger = await earned();
    const ofStranger = [{ number: stranger.number, issue_id: stranger.issueId }];
    expect((await correct(ofStranger)).body.code).toBe('certificate_changed');
    expect((await correct([{ number: hours.number, issue_id: s.issueId }])).body.code).toBe(
      'certificate_changed',
    );
    expect([...(await names()), (await stranger.get()).body.user_name]).toEqual(
      Array(3).fill('Ada Lovelase'),
    );
    const also = [{ number: hours.number, issue_id: hours.id }];
    expect((await correct(also)).body).toMatchObject({
      user_name: 'Ada Lovelace',
      same_name: [{ kind: 'hours' }],
    });
    expect(await names()).toEqual(['Ada Lovelace', 'Ada Lovelace']);
    expect(
      (await s.newMails()).map(({ text }) => [s.number, hours.number].filter((n) => text.includes(n))),
    ).toEqual(expect.arrayContaining([[s.number], [hours.number]]));
    // Sent again it is the same correction.
    expect((await correct(also)).status).toBe(200);
    expect(await s.newMails()).toHaveLength(2);
    // Corrected alone, they do not carry the same name any more.
    const { body } = await s.get();
    const alone = await s.correct('Ada King', body.id);
    expect(alone.body.same_name).toEqual([]);
  });

  it('are revoked together with the other kind for the same book, or alone', async () => {
    const s = await earned({ credits: 4 });
    const [other] = (await s.get()).body.also_valid;
    const revoke = (also: string[]) =>
      staff('revokeCertificate', {
        params: { number: s.number },
        body: { reason: 'The test was taken by somebody else.', also },
      });
    const stateOf = async (number: string) =>
      (await staff('getIssuedCertificate', { params: { number } })).body.state;
    const stranger = await earned();
    expect((await revoke([stranger.number])).body.code).toBe('certificate_changed');
    expect([await stateOf(s.number), await stateOf(stranger.number)]).toEqual(['valid', 'valid']);
    expect((await revoke([other.number])).status).toBe(200);
    expect([await stateOf(s.number), await stateOf(other.number)]).toEqual(['revoked', 'revoked']);
    expect((await s.get()).body.revoked_with).toMatchObject([{ number: other.number }]);
    expect(await s.newMails()).toHaveLength(2);
    await s.reinstate();
    expect((await s.get()).body.also_valid).toEqual([]);
  });

  it('keep the name that staff corrected, whatever their holder is called afterwards', async () => {
    for (const [before, corrected] of [
      ['Pasteur', 'Ada Lovelace'],
      // What staff corrected is theirs to change, also where it is the account's name at that moment.
      ['Lovelace', 'Ada Lovelace'],
    ] as const) {
      const s = await earned();
      await s.rename('Pasteur');
      expect((await s.reissue()).body.user_name).toBe('Ada Pasteur');
      await s.rename(before);
      const { body } = await s.get();
      expect((await s.correct(corrected, body.id)).status).toBe(200);
      await s.rename('Curie');
      expect((await s.single()).body).toMatchObject({ name_changed: false, name_corrected: true });
      expect((await s.reissue()).body.code).toBe('certificate_name_corrected');
      expect((await s.verify()).body.user_name).toBe(corrected);
      const now = await s.get();
      expect((await s.correct('Ada Curie', now.body.id)).body.user_name).toBe('Ada Curie');
    }
  });

  it('are revoked and corrected while their holder claims again and again', async () => {
    const s = await earned({ credits: 4 });
    const claim = async (credits_claimed: number) => {
      const params = { id: (await s.single()).body.id };
      return office.app.call(calls.claimCredits, { as: s.reader, params, body: { credits_claimed } });
    };
    for (const credits of [1, 2, 3]) expect((await claim(credits)).status).toBe(200);
    expect((await s.correct('Ada Lovelace')).status).toBe(200);
    expect((await claim(4)).body).toMatchObject({ user_name: 'Ada Lovelace', name_corrected: true });
    expect((await s.revoke()).body).toMatchObject({ state: 'revoked', earlier_issue_count: 4 });
    expect((await s.verify()).body.status).toBe('revoked');
  });

  it('show the latest of very many earlier issues, and how many there are', async () => {
    const s = await earned();
    await sql`insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version,
        author_name, title, description, hours_of_participation, final_score, final_total, completed_at, completed_on,
        issued_at, replaced_at)
      select gen_random_uuid(), unique_id, user_id, book_id, kind, 'Ada ' || n, book_title, book_version, author_name, title,
        description, hours_of_participation, final_score, final_total, completed_at, completed_on,
        issued_at - interval '2 days', issued_at - interval '1 day' + n * interval '1 second'
      from certificates, generate_series(1, 150) n where unique_id = ${s.number}`.execute(office.app.deps.db);
    const { body } = await s.get();
    expect(body.earlier_issue_count).toBe(150);
    expect(body.earlier_issues).toHaveLength(100);
    expect(body.earlier_issues[0].user_name).toBe('Ada 150');
  });

  it('are corrected once when the request is sent twice, and not over the correction of a colleague', async () => {
    const s = await earned();
    expect((await s.correct('Ada Lovelace')).body.earlier_issues).toHaveLength(1);
    expect((await s.correct('Ada Lovelace')).body.earlier_issues).toHaveLength(1);
    expect(await s.correct('Ada Byron')).toMatchObject({
      status: 409,
      body: { code: 'certificate_changed' },
    });
    expect(await s.newMails()).toHaveLength(1);
    for (const wrong of ['', ' ', 'x'.repeat(102)])
      expect((await s.correct(wrong)).body.code).toBe('invalid');
  });

  it('are revoked with a reason: for the holder, for whoever checks them, and in the signed file', async () => {
    const s = await earned({ credits: 2 });
    const credential = (
      await office.app.call(calls.downloadCredential, { as: s.reader, params: { id: s.issueId } })
    ).text;
    expect((await s.revoke()).body).toMatchObject({
      state: 'revoked',
      revoked_reason: 'The test was taken by somebody else.',
    });
    const verified = await s.verify();
    expect(verified.body).toMatchObject({
      status: 'revoked',
      revoked_at: office.app.clock.now().toISOString(),
    });
    expect(verified.headers['cache-control']).toBe('no-store');
    // Why it was revoked is between its holder and staff.
    expect(verified.text).not.toContain('somebody else');
    const signed = await office.app.call(calls.verifyCredential, { body: { credential } });
    expect(signed.body).toMatchObject({ status: 'revoked' });
    const own = (name: 'downloadCredential' | 'reissueCertificate', id = s.issueId) =>
      office.app.call(calls[name], { as: s.reader, params: { id } });
    expect((await own('downloadCredential')).status).toBe(404);
    expect((await own('reissueCertificate')).status).toBe(404);
    const claim = { as: s.reader, params: { id: s.issueId }, body: { credits_claimed: 1 } };
    expect((await office.app.call(calls.claimCredits, claim)).status).toBe(404);
    const listed = (await office.app.call(calls.listCertificates, { as: s.reader })).body;
    expect(listed.data).toHaveLength(1);
    expect(listed.revoked).toMatchObject([
      {
        book_title: 'Chest Radiography',
        certificate_unique_id: s.number,
        revoked_at: office.app.clock.now().toISOString(),
        reason: 'The test was taken by somebody else.',
      },
    ]);
    // The other kind stays, and asking for it issues no second one of this kind.
    expect((await s.single()).body.certificate.certificate_type).toBe('hours');
    const transcript = (await office.app.call(calls.getTranscript, { as: s.reader })).body;
    expect(transcript.entries).toHaveLength(1);
    const [letter] = await s.newMails();
    expect(letter?.subject).toBe('Your certificate for Chest Radiography was revoked');
    expect(letter?.text).toContain('The test was taken by somebody else.');
    expect(letter?.text).toContain(s.number);
  });

  it('are revoked once, not corrected meanwhile, and valid again when that is undone', async () => {
    const s = await earned();
    await sql`update users set language = 'ar' where id = ${s.reader.id}`.execute(office.app.deps.db);
    await s.revoke();
    expect((await s.revoke()).status).toBe(200);
    expect(await s.correct('Ada Lovelace')).toMatchObject({
      status: 409,
      body: { code: 'certificate_revoked' },
    });
    expect((await s.newMails()).map(({ subject }) => subject)).toEqual(['أُلغيت شهادتك في Chest Radiography']);
    expect((await s.reinstate()).body).toMatchObject({ state: 'valid', revoked_reason: null });
    expect((await s.reinstate()).status).toBe(200);
    expect((await s.verify()).body).toMatchObject({ status: 'valid', revoked_at: null });
    expect((await s.single()).body.certificate.certificate_unique_id).toBe(s.number);
    expect((await s.newMails())[0]?.subject).toBe('شهادتك في Chest Radiography صالحة من جديد');
    const actions = (await office.auditOf(s.number)).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['certificate.reinstate', 'certificate.revoke']);
    expect((await office.auditOf(s.number))[0].detail).toMatchObject({
      revoked_because: 'The test was taken by somebody else.',
    });
  });

  it('tell nothing of a revocation that was undone before the letter left', async () => {
    const s = await earned();
    await s.revoke();
    await s.reinstate();
    expect((await s.newMails()).map(({ subject }) => subject)).toEqual([
      'Your certificate for Chest Radiography is valid again',
    ]);
  });

  it('stay revoked when their holder changes them at the same moment, whoever comes first', async () => {
    const { db } = office.app.deps;
    for (const holderFirst of [true, false]) {
      const s = await earned({ person: { firstName: 'Ada', secondName: 'Byron' } });
      await sql`update users set second_name = 'King' where id = ${s.reader.id}`.execute(db);
      const reissue = () =>
        office.app.call(calls.reissueCertificate, { as: s.reader, params: { id: s.issueId } });
      const hold = sql`select 1 from certificates where id = ${s.issueId} for update`;
      const requests = holderFirst ? [reissue, () => s.revoke()] : [() => s.revoke(), reissue];
      const statuses = (await whileHeld(db, hold, requests)).map(({ status }) => status);
      // Revoked is whatever issue stands.
      expect(statuses).toEqual(holderFirst ? [200, 200] : [200, 404]);
      expect((await s.get()).body.state).toBe('revoked');
      expect((await s.single()).status).toBe(404);
    }
  });

  it('keep their name when the account is gone, and tell no address', async () => {
    const s = await earned();
    await sql`update users set deleted_at = now() where id = ${s.reader.id}`.execute(office.app.deps.db);
    expect((await s.get()).body).toMatchObject({
      user_name: 'Ada Lovelase',
      email: null,
      account_name: null,
    });
    expect((await s.revoke()).body.state).toBe('revoked');
    expect(await s.newMails()).toEqual([]);
  });

  it('are no business of authors, editors, directors and readers', async () => {
    const s = await earned();
    for (const role of ['author', 'editor', 'program_director', 'customer'] as const) {
      const as = await office.app.person({ role });
      for (const name of Object.keys(staffCalls) as (keyof typeof staffCalls)[])
        expect((await staff(name, { as, params: { number: s.number }, body: {} })).status).toBe(403);
    }
    expect((await staff('getIssuedCertificate', { params: { number: 'VSL-0000-0000-0000' } })).status).toBe(
      404,
    );
  });
});
