import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import {
  buildBook,
  buildInstitution,
  buildPackage,
  buildProgram,
  buildSubscription,
} from '../../testing/factories.ts';
import { findActor } from '../accounts/find-actor.ts';
import { accessToBook, demandAccess } from './access.ts';

describe('access to a book', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const access = async (token: string | null, bookId: string) => {
    const actor = token ? await findActor(t.deps.db, t.clock, token) : null;
    return accessToBook(t.deps.db, actor, bookId, t.clock.now());
  };

  it('of a visitor is limited to the preview', async () => {
    const book = await buildBook(t.deps.db);
    expect(await access(null, book.id)).toMatchObject({
      granted: false,
      isSubscribed: false,
      records: false,
    });
  });

  it('is granted by a subscription until it ends, canceled or not', async () => {
    const person = await t.person();
    const { bookId } = await buildSubscription(t.deps.db, { userId: person.id, renews: false });
    expect(await access(person.token, bookId as string)).toMatchObject({
      granted: true,
      isSubscribed: true,
      reasons: ['subscription'],
    });
    const ended = await buildSubscription(t.deps.db, { userId: person.id, endsAt: t.clock.now() });
    expect(await access(person.token, ended.bookId as string)).toMatchObject({ granted: false });
  });

  it('is granted by a package, a program, an institution and the beta flag, each with its reason', async () => {
    const book = await buildBook(t.deps.db);
    const bundle = await buildPackage(t.deps.db, { bookIds: [book.id] });
    const buyer = await t.person();
    await buildSubscription(t.deps.db, { userId: buyer.id, packageId: bundle.id });
    expect(await access(buyer.token, book.id)).toMatchObject({
      granted: true,
      isSubscribed: true,
      reasons: ['package'],
    });

    const student = await t.person();
    await buildProgram(t.deps.db, { bookIds: [book.id], studentIds: [student.id] });
    expect(await access(student.token, book.id)).toMatchObject({ isSubscribed: true, reasons: ['program'] });

    const { id: institutionId } = await buildInstitution(t.deps.db, { bookIds: [book.id] });
    const member = await t.person({ institutionId });
    expect(await access(member.token, book.id)).toMatchObject({
      granted: true,
      isSubscribed: false,
      reasons: ['institution'],
    });

    const beta = await t.person({ isBeta: true });
    expect(await access(beta.token, book.id)).toMatchObject({
      granted: true,
      isSubscribed: false,
      reasons: ['beta'],
    });
  });

  it('lets authors, editors and directors read their own books without recording', async () => {
    const author = await t.person({ role: 'author' });
    const director = await t.person({ role: 'program_director' });
    const book = await buildBook(t.deps.db, { authors: [author.email.toUpperCase()] });
    const other = await buildBook(t.deps.db);
    await buildProgram(t.deps.db, { bookIds: [book.id], directorIds: [director.id] });
    expect(await access(author.token, book.id)).toMatchObject({
      granted: true,
      records: false,
      reasons: ['assigned'],
    });
    expect(await access(author.token, other.id)).toMatchObject({ granted: false });
    expect(await access(director.token, book.id)).toMatchObject({
      granted: true,
      records: false,
      reasons: ['director'],
    });
    expect(await access(director.token, other.id)).toMatchObject({ granted: false });
  });

  it('to an unpublished book is limited to its authors and staff', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { published: false, authors: [author.email] });
    await expect(access(null, book.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await access(author.token, book.id)).toMatchObject({ granted: true });
  });

  it('is refused in the specified words', async () => {
    const book = await buildBook(t.deps.db);
    await expect(demandAccess(t.deps.db, null, book.id, t.clock.now())).rejects.toMatchObject({
      code: 'not_subscribed',
      message: 'You need to subscribe to access this page.',
    });
  });
});
