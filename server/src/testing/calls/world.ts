/**
 * A small world for tests that make every call: one user of every kind, and objects that belong to some of them. `owner` in
 * names means the subscriber, whose objects nobody else may touch.
 */

import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import type { Role } from '@vesalius/contract/calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { sql } from 'kysely';
import { hashPassword } from '../../features/accounts/passwords.ts';
import { hashToken, newToken } from '../../features/accounts/tokens.ts';
import { newCertificateNumber } from '../../features/certificates/certificate-number.ts';
import { one } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { buildFinalTest, buildQuiz, buildSurvey, buildTest } from '../assessment-factories.ts';
import type { CallingApp, Person } from '../calling-app.ts';
import { checkout } from '../checkout.ts';
import {
  buildBook,
  buildInstitution,
  buildPackage,
  buildProgram,
  buildSubscription,
  buildWork,
  type UserFields,
} from '../factories.ts';
import { buildMaterial } from '../material-factories.ts';

export const PASSWORD = 'Ward-round 7';

/** Every kind of caller, the columns of docs/calls-and-callers.md; the first three are not users. */
export const CALLERS = {
  none: 'no token',
  broken: 'a token nobody gave out',
  expired: 'a token whose session has ended',
  unverified: 'a customer whose address is not verified',
  verified: 'a customer without any book: the stranger among customers',
  subscriber: 'a customer with a subscription: the owner of what belongs to somebody',
  beta: 'a customer of the beta',
  member: 'a member of an institution',
  manager: 'the manager of the institution',
  student: 'a student of a program',
  fellow: 'another student of the same program',
  author: 'an author of the book',
  otherAuthor: 'an author of other books',
  editor: 'an editor of the book',
  otherEditor: 'an editor of other books',
  producer: 'an author account that produces the book',
  director: 'a director of the program',
  otherDirector: 'a director of other programs',
  staff: 'staff',
} as const;
export type Caller = keyof typeof CALLERS;
export type Someone = Exclude<Caller, 'none' | 'broken' | 'expired'>;

const ROLE: Readonly<Record<Someone, Role>> = {
  unverified: 'customer',
  verified: 'customer',
  subscriber: 'customer',
  beta: 'customer',
  member: 'customer',
  manager: 'customer',
  student: 'customer',
  fellow: 'customer',
  author: 'author',
  otherAuthor: 'author',
  editor: 'editor',
  otherEditor: 'editor',
  producer: 'author',
  director: 'program_director',
  otherDirector: 'program_director',
  staff: 'staff',
};
export const roleOf = (caller: Caller): Role | null => (caller in ROLE ? ROLE[caller as Someone] : null);
export const SOMEONE = Object.keys(ROLE) as Someone[];

export type World = Awaited<ReturnType<typeof buildWorld>>;

export async function buildWorld(t: CallingApp) {
  const { db, clock } = t.deps;
  const passwordHash = await hashPassword(PASSWORD);
  const certificate = { title: 'Heart', description: 'All of it', hours_of_participation: 4, credits: 4 };
  const emails = Object.fromEntries(SOMEONE.map((name) => [name, `${name.toLowerCase()}@people.example`]));
  const assigned = { authors: [emails.author ?? ''], editors: [emails.editor ?? ''] };
  const book = await buildBook(db, { ...assigned, title: 'Atlas of the Heart', certificate, featured: true });
  const bundle = await buildPackage(db, { bookIds: [(await buildBook(db)).id, (await buildBook(db)).id] });
  const institution = await buildInstitution(db, { bookIds: [book.id] });

  const fieldsOf = (name: Someone): UserFields => ({
    role: ROLE[name],
    verified: name !== 'unverified',
    isBeta: name === 'beta',
    ...(name === 'member' || name === 'manager' ? { institutionId: institution.id } : {}),
  });
  /** A user with the password of this world. */
  const make = async (fields: UserFields): Promise<Person> => {
    const person = await t.person(fields);
    await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(db);
    return person;
  };
  const people = {} as Record<Someone, Person>;
  for (const name of SOMEONE) people[name] = await make({ ...fieldsOf(name), email: emails[name] as string });
  await sql`update institution_members set is_manager = true where user_id = ${people.manager.id}`.execute(
    db,
  );

  await buildWork(db, { id: book.id, producers: [people.producer.email] });
  const program = await buildProgram(db, {
    bookIds: [book.id],
    directorIds: [people.director.id],
    studentIds: [people.student.id, people.fellow.id],
  });
  await buildProgram(db, { directorIds: [people.otherDirector.id], studentIds: [] });
  const subscription = await buildSubscription(db, { userId: people.subscriber.id, bookId: book.id });

  const quiz = await buildQuiz(db, { bookId: book.id });
  const test = await buildTest(db, { bookId: book.id });
  const draftTest = await buildTest(db, { bookId: book.id, prePage: 22, postPage: 30 });
  const reviewedQuiz = await buildQuiz(db, { bookId: book.id, page: 9 });
  const finalTest = await buildFinalTest(db, { bookId: book.id });
  const survey = await buildSurvey(db, { bookId: book.id });
  const material = await buildMaterial(db, { bookId: book.id, kind: 'image' });
  const chapter = await one(
    db,
    sql<{ id: string }>`select id from chapters where book_id = ${book.id} order by position limit 1`,
  );
  const certified = await earnCertificate();
  const shop = checkout(t);
  const code = await shop.buildCode({ value: 20, perPerson: null });
  const freeCode = await shop.buildCode({ value: 100, perPerson: null });
  const owned = await buy(people.subscriber);
  const invoice = await one(
    db,
    sql<{ id: string; paymentId: string }>`select id, payment_id as "paymentId" from invoices limit 1`,
  );

  /** The subscriber did everything that the certificate of this book requires, and nobody else did. */
  async function earnCertificate() {
    const earned = await buildBook(db, { certificate });
    await buildSubscription(db, { userId: people.subscriber.id, bookId: earned.id });
    const { questions } = await buildFinalTest(db, { bookId: earned.id, questions: 2 });
    const answers = questions.map(({ id, right }) => ({ question_id: id, answer_id: right }));
    const query = { book_id: earned.id };
    await t.call(assessmentsCalls.submitFinalTest, { as: people.subscriber, query, body: { answers } });
    await t.call(certificatesCalls.getSingleCertificate, { as: people.subscriber, query });
    return earned;
  }
  /** A year of a new book, paid by card. */
  async function buy(as: Person) {
    const bought = await buildBook(db);
    const { body, status } = await shop.pay({ as, bookId: bought.id });
    if (status !== 200) throw new Error(`a purchase failed: ${status} ${JSON.stringify(body)}`);
    const payment = await one(
      db,
      sql<{ id: string }>`select id from payments where subscription_id = ${body.subscription_id}`,
    );
    return { bookId: bought.id, subscriptionId: body.subscription_id as string, paymentId: payment.id };
  }

  const session = async (userId: string, { ended = false } = {}) => {
    const token = newToken();
    const id = newId();
    const now = clock.now();
    const expires = new Date(now.getTime() + (ended ? -1000 : 400 * DAY_MS));
    await sql`insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
      values (${id}, ${userId}, ${hashToken(token)}, ${now}, ${now}, ${expires})`.execute(db);
    return { id, token };
  };
  const tokens: Record<Caller, string | null> = {
    none: null,
    broken: newToken(),
    expired: (await session(people.subscriber.id, { ended: true })).token,
    ...(Object.fromEntries(SOMEONE.map((name) => [name, people[name].token])) as Record<Someone, string>),
  };

  const insertTopic = async (owner: Person, ownableType: 'User' | 'ProgramDirector') => {
    const id = newId();
    await sql`insert into topics (id, program_id, owner_id, ownable_type, title, content, preview, created_at, updated_at)
      values (${id}, ${program.id}, ${owner.id}, ${ownableType}, 'A question', '<p>Why?</p>', '<p>Why?</p>',
        ${clock.now()}, ${clock.now()})`.execute(db);
    return id;
  };
  return {
    t,
    people,
    tokens,
    shop,
    book,
    bundle,
    institution,
    program,
    subscription,
    quiz,
    test,
    draftTest,
    reviewedQuiz,
    finalTest,
    survey,
    material,
    chapter,
    certified,
    code,
    freeCode,
    owned,
    invoice,
    buy,
    make,
    session,
    /** The current one: a change of name creates a new issue of it. */
    certificate: () =>
      one(
        db,
        sql<{ id: string; number: string }>`select id, unique_id as number from certificates
          where book_id = ${certified.id} and kind = 'credit' and replaced_at is null`,
      ),
    /** Another certificate of the subscriber, which a call may change. */
    async freshCertificate() {
      const { id } = await buildBook(db);
      return one(
        db,
        sql<{
          id: string;
          number: string;
        }>`insert into certificates (id, unique_id, user_id, book_id, kind, user_name,
            book_title, book_version, author_name, title, description, hours_of_participation, final_score, final_total,
            completed_at, completed_on, issued_at)
          select ${newId()}, ${newCertificateNumber()}, user_id, ${id}, 'hours', user_name, book_title, book_version,
            author_name, title, description, 2, 1, 1, completed_at, completed_on, issued_at
          from certificates where book_id = ${certified.id} and kind = 'hours' and replaced_at is null
          returning id, unique_id as number`,
      );
    },
    /** Another user of the same kind, whom the call may change or delete, with a session. */
    double: (name: Someone) => make(fieldsOf(name)),
    topicOf: (name: Someone) =>
      insertTopic(people[name], ROLE[name] === 'program_director' ? 'ProgramDirector' : 'User'),
    async commentOf(name: Someone) {
      const topicId = await insertTopic(people.student, 'User');
      const commentId = newId();
      await sql`insert into comments (id, topic_id, owner_id, content, created_at)
        values (${commentId}, ${topicId}, ${people[name].id}, 'Because.', ${clock.now()})`.execute(db);
      return { topicId, commentId };
    },
    async annotationOf(name: Someone) {
      const id = newId();
      await sql`insert into annotations (id, book_id, user_id, page_number, quote, text, created_at, updated_at)
        values (${id}, ${book.id}, ${people[name].id}, 3, 'a quote', 'a note', ${clock.now()}, ${clock.now()})`.execute(
        db,
      );
      return id;
    },
  };
}

/** Ids of everything in the world, for generated requests. */
export function idsOf(world: World): string[] {
  const { people, book, bundle, institution, program, subscription, chapter, owned, invoice, certified } =
    world;
  const { quiz, test, draftTest, finalTest, survey, material } = world;
  const papers = [quiz, test, draftTest, finalTest];
  return [
    ...SOMEONE.map((name) => people[name].id),
    ...[book, bundle, institution, program, subscription, chapter, invoice, certified, material].map(
      ({ id }) => id,
    ),
    ...papers.flatMap(({ id, questions }) => [id, ...questions.flatMap((each) => [each.id, each.right])]),
    ...[survey.id, survey.single.id, ...survey.single.choiceIds, survey.rating.id, survey.open.id],
    ...bundle.bookIds,
    ...[owned.bookId, owned.subscriptionId, owned.paymentId],
  ];
}
