import { catalogueCalls as calls } from '@vesalius/contract/catalogue-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonb } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const get = (id: string, as: Parameters<TestApp['call']>[1] = {}) =>
  t.call(calls.getBook, { params: { id }, ...as });

describe('#getBook', () => {
  it('shows a visitor the complete profile without personal data', async () => {
    const book = await buildBook(t.deps.db, {
      certificate: { title: 'CME', description: 'For reading', hours_of_participation: 6, credits: 5.5 },
    });
    await sql`update books set faculty = ${jsonb([{ name: 'Ada Heart', title: 'MD', image_key: 'public/a.webp' }])},
      samples = ${jsonb([{ id: 's1', key: 'public/s1.webp' }])}, front_matter_first_page = 1,
      front_matter_last_page = 20, number_of_lectures = 3 where id = ${book.id}`.execute(t.deps.db);
    const answer = await get(book.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      title: book.title,
      is_subscribed: false,
      has_access: false,
      records_progress: false,
      number_of_pages: 40,
      number_of_lectures: 3,
      number_of_chapters: 2,
      faculty: [{ name: 'Ada Heart', title: 'MD', photo: '/files/public/a.webp', biography: null }],
      book_samples: [{ id: 's1', sample_url: '/files/public/s1.webp' }],
      has_certificate: true,
      certificate: { credits: 5.5, hours_of_participation: 6, accreditation_statement: null },
      has_survey: false,
      survey_id: null,
      can_cancel_subscription: false,
      subscription_id: null,
      sections_results: [],
      book_progress: {
        status: 'not_started',
        page: 1,
        is_survey_solved: false,
        highlights_and_notes: { notesProgress: 0 },
      },
    });
    expect(answer.body.chapters.map((chapter: { title: string }) => chapter.title)).toEqual([
      'First chapter',
      'Second chapter',
    ]);
  });

  it('names the plan of its price, and plans of promo codes only to users who entered them', async () => {
    const shop = checkout(t);
    const { id: bookId } = await buildBook(t.deps.db, { priceCents: 19_900 });
    const [buyer, other] = [await t.person(), await t.person()];
    for (const [name, value] of [
      ['SPRING', 10],
      ['AUTUMN', 20],
    ] as const)
      await sql`insert into promo_codes (id, name, kind, value, created_at)
        values (${newId()}, ${name}, 'percentage', ${value}, now())`.execute(t.deps.db);
    const plans = async (as: Person | null) => {
      const { paypal_plan_id, promo_plans } = (await get(bookId, { as })).body;
      return { paypal_plan_id, promo_plans };
    };
    expect(await plans(buyer)).toEqual({ paypal_plan_id: null, promo_plans: [] });
    await shop.startPayPal({ as: other, bookId });
    await shop.startPayPal({ as: other, bookId, promo: 'AUTUMN' });
    const { subscription_id } = (await shop.startPayPal({ as: buyer, bookId, promo: 'SPRING' })).body;
    const { subscriptions } = shop.emulator().state;
    const planOf = (id: string) => subscriptions.find((one) => one.id === id)?.planId;
    const full = subscriptions[0]?.planId;
    expect(full).toBeTruthy();
    expect(await plans(null)).toEqual({ paypal_plan_id: full, promo_plans: [] });
    expect(await plans(buyer)).toEqual({
      paypal_plan_id: full,
      promo_plans: [{ plan_id: planOf(subscription_id), promo_code: { name: 'SPRING' } }],
    });
    // A new price needs a new plan.
    await sql`update books set price_cents = 29900 where id = ${bookId}`.execute(t.deps.db);
    expect((await plans(null)).paypal_plan_id).toBeNull();
  });

  it('ends the front matter with the preview, unless the caller has access', async () => {
    const book = await buildBook(t.deps.db);
    await sql`update books set front_matter_first_page = 1, front_matter_last_page = 20
      where id = ${book.id}`.execute(t.deps.db);
    expect((await get(book.id)).body.front_matter).toEqual({ first_page: 1, last_page: 15 });
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    expect((await get(book.id, { as: person })).body.front_matter).toEqual({ first_page: 1, last_page: 20 });
  });

  it('tells a subscriber its end and whether it can be canceled', async () => {
    const book = await buildBook(t.deps.db);
    const person = await t.person();
    const { id } = await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    expect((await get(book.id, { as: person })).body).toMatchObject({
      is_subscribed: true,
      has_access: true,
      records_progress: true,
      subscription_id: id,
      subscription_end_date: '2027-01-01T00:00:00.000Z',
      can_cancel_subscription: true,
    });
    await sql`update subscriptions set renews = false where id = ${id}`.execute(t.deps.db);
    expect((await get(book.id, { as: person })).body.can_cancel_subscription).toBe(false);
  });

  it('counts the reader’s notes, survey and pre-test results by section', async () => {
    const book = await buildBook(t.deps.db);
    const person = await t.person();
    const now = t.clock.now();
    const { db } = t.deps;
    const [testId, sectionId, surveyId, attemptId] = [newId(), newId(), newId(), newId()];
    await sql`insert into tests (id, book_id, key, title, pre_page, post_page)
      values (${testId}, ${book.id}, 't', 'Test', 1, 10)`.execute(db);
    await sql`insert into test_sections (id, test_id, key, position, name, first_page, message)
      values (${sectionId}, ${testId}, 's', 1, 'Rhythm', 4, 'Read this twice')`.execute(db);
    await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
      values (${attemptId}, ${person.id}, ${book.id}, 'pre', ${testId}, 1, 2, ${now})`.execute(db);
    for (const correct of [true, false]) {
      const [questionId, choiceId] = [newId(), newId()];
      await sql`insert into questions (id, book_id, test_id, section_id, key, position, question)
        values (${questionId}, ${book.id}, ${testId}, ${sectionId}, ${questionId}, 1, '?')`.execute(db);
      await sql`insert into choices (id, question_id, position, answer, correct)
        values (${choiceId}, ${questionId}, 1, 'a', true)`.execute(db);
      await sql`insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
        values (${attemptId}, ${questionId}, ${choiceId}, ${correct}, 1)`.execute(db);
    }
    await sql`insert into surveys (id, book_id, title) values (${surveyId}, ${book.id}, 'Survey')`.execute(
      db,
    );
    await sql`insert into survey_questions (id, survey_id, key, position, question, question_type)
      values (${newId()}, ${surveyId}, 'q', 1, 'Well?', 'OpenEnded')`.execute(db);
    await sql`insert into survey_responses (id, survey_id, user_id, submitted_at)
      values (${newId()}, ${surveyId}, ${person.id}, ${now})`.execute(db);
    await sql`insert into annotations (id, book_id, user_id, page_number, text, created_at, updated_at)
      values (${newId()}, ${book.id}, ${person.id}, 3, 'Ask.', ${now}, ${now})`.execute(db);
    const { body } = await get(book.id, { as: person });
    expect(body).toMatchObject({ has_survey: true, survey_id: surveyId });
    expect(body.book_progress).toMatchObject({
      is_survey_solved: true,
      highlights_and_notes: { notesProgress: 1 },
    });
    expect(body.sections_results).toEqual([
      {
        name: 'Rhythm',
        percentage: 50,
        message: 'Read this twice',
        pre_test_score_percentage: 50,
        section_from: 4,
      },
    ]);
  });

  it('answers 404 for an unknown book, whatever the id looks like', async () => {
    for (const id of [newId(), 'x', "' or 1=1"]) expect((await get(id)).status).toBe(404);
  });
});
