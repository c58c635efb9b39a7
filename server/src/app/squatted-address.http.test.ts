import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../features/accounts/passwords.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { buildBook, buildInstitution, buildProgram } from '../testing/factories.ts';
import { linkIn, mailsTo } from '../testing/mails.ts';
import { ownerProfile } from '../testing/owner-profile.ts';

/* A user registers another person's address and never verifies it; then something is given to that address. */

const SQUATTER_PASSWORD = 'Ward-round 7';
const OWNER_PASSWORD = 'Night shift 8';
const PAGES = 40;
let app: TestApp;
let staff: Person;
let director: Person;
let manager: Person;
let book: { id: string };
let institutionId: string;
let programId: string;
let squatterHash: string;
let squatter: Person;

beforeAll(async () => {
  app = await testApp();
  const { db } = app.deps;
  squatterHash = await hashPassword(SQUATTER_PASSWORD);
  book = await buildBook(db, { title: 'Covered', pages: PAGES });
  institutionId = (await buildInstitution(db, { name: 'General Hospital', bookIds: [book.id] })).id;
  staff = await app.person({ role: 'staff' });
  director = await app.person({ role: 'program_director' });
  manager = await app.person({ institutionId });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(db);
  programId = (await buildProgram(db, { bookIds: [book.id], directorIds: [director.id] })).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  squatter = await app.person({ verified: false });
  await sql`update users set password_hash = ${squatterHash} where id = ${squatter.id}`.execute(app.deps.db);
});

const user = () => ({ email: squatter.email, first_name: 'Real', second_name: 'Owner' });
/** Each way of giving something to an address, and whether its owner gets a letter. */
const GIFTS: readonly [string, () => Promise<{ status: number }>, letter: boolean][] = [
  [
    'a seat, by the staff',
    () =>
      app.call(adminCalls.addInstitutionMember, {
        as: staff,
        params: { id: institutionId },
        body: { email: squatter.email },
      }),
    true,
  ],
  [
    'a seat, by a manager',
    () =>
      app.call(institutionsCalls.addInstitutionMembers, {
        as: manager,
        body: { institution: { users: [user()] } },
      }),
    true,
  ],
  [
    'a program, by its director',
    () =>
      app.call(programsCalls.assignUsers, {
        as: director,
        params: { id: programId },
        body: { program: { users: [user()] } },
      }),
    true,
  ],
  [
    'the beta',
    () =>
      app.call(adminCalls.updatePerson, {
        as: staff,
        params: { id: squatter.id },
        body: { is_beta: true },
      }),
    false,
  ],
  [
    'a subscription',
    () =>
      app.call(adminCalls.grantSubscription, {
        as: staff,
        params: { id: squatter.id },
        body: { book_id: book.id, months: 6 },
      }),
    false,
  ],
];

const signIn = (password: string) =>
  app.call(accountsCalls.signIn, { body: { email: squatter.email, password } });
async function lastPageOf(as: Person | string): Promise<number> {
  const pages = await app.call(readerCalls.getBookPages, { as, params: { id: book.id } });
  expect(pages.status).toBe(200);
  return pages.body.access.last_page;
}
/** What the address was given, as seen with a session of the account. */
async function whatOpens(as: Person | string) {
  return {
    lastPage: await lastPageOf(as),
    hasAccess: (await app.call(catalogueCalls.getBook, { as, params: { id: book.id } })).body.has_access,
    progress: (
      await app.call(readerCalls.updateCurrentProgress, { as, query: { book_id: book.id, page: 20 } })
    ).status,
    programs: (await app.call(programsCalls.listUserPrograms, { as, params: { userId: squatter.id } }))
      .status,
    institution: (await app.call(institutionsCalls.getOwnInstitution, { as })).status,
    books: (await app.call(catalogueCalls.listInstitutionBooks, { as })).status,
    lectures: (await app.call(lecturesCalls.listSupplementaryProgress, { as, query: { book_id: book.id } }))
      .status,
  };
}

describe.each(GIFTS)('%s', (_name, give, hasLetter) => {
  it('opens nothing to who registered the address without owning it', async () => {
    const before = await whatOpens(squatter);
    expect(before).toMatchObject({ lastPage: 15, hasAccess: false, progress: 403, institution: 403 });
    expect((await give()).status).toBeLessThan(300);
    expect(await whatOpens(squatter)).toEqual(before);
    const again = (await signIn(SQUATTER_PASSWORD)).body;
    expect(again).toMatchObject({ email_verified: false, institution_subscription: null });
    expect(await whatOpens(again.auth_token)).toEqual(before);
  });

  it('opens for the owner of the address, and the other is gone', async () => {
    await give();
    if (!hasLetter) await app.call(accountsCalls.forgotPassword, { body: { email: squatter.email } });
    const [mail] = await mailsTo(app, squatter.email);
    const body = {
      email: squatter.email,
      reset_password_token: linkIn(mail).searchParams.get('token'),
      new_password: OWNER_PASSWORD,
      ...(await ownerProfile(app)),
    };
    expect((await app.call(accountsCalls.resetPassword, { body })).status).toBe(200);
    expect((await app.call(accountsCalls.getUser, { as: squatter })).status).toBe(401);
    expect((await signIn(SQUATTER_PASSWORD)).status).toBe(401);
    const { auth_token } = (await signIn(OWNER_PASSWORD)).body;
    expect(await lastPageOf(auth_token)).toBe(PAGES);
  });

  it('opens for somebody who verifies afterwards', async () => {
    await give();
    await app.call(accountsCalls.resendVerification, { as: squatter });
    const mails = await mailsTo(app, squatter.email);
    const mail = mails.find(({ subject }) => subject === 'Verify your email address');
    const body = { email_verification_token: linkIn(mail).searchParams.get('token') };
    const verified = await app.call(accountsCalls.verifyEmail, { as: squatter, body });
    expect(verified.body.email_verified).toBe(true);
    expect(await lastPageOf(verified.body.auth_token)).toBe(PAGES);
  });
});

const FIRST_CALL = {
  author: catalogueCalls.listAssignedBooks,
  editor: catalogueCalls.listAssignedBooks,
  program_director: programsCalls.listCurrentPrograms,
  staff: adminCalls.listPeople,
} as const;

describe.each(Object.entries(FIRST_CALL))('the role %s', (role_name, call) => {
  it('is nobody’s before the address is verified, and its owner gets a letter', async () => {
    const hidden = await buildBook(app.deps.db, { published: false, authors: [squatter.email] });
    const give = { as: staff, params: { id: squatter.id }, body: { role_name } };
    expect((await app.call(adminCalls.updatePerson, give)).status).toBe(200);
    const { auth_token: token } = (await signIn(SQUATTER_PASSWORD)).body;
    const as: Person = { ...squatter, role: role_name as keyof typeof FIRST_CALL, token };
    expect((await app.call(call, { as })).body.code).toBe('not_verified');
    if (role_name !== 'staff')
      expect((await app.call(catalogueCalls.getBook, { as, params: { id: hidden.id } })).status).toBe(404);

    const [mail] = await mailsTo(app, squatter.email);
    expect(mail?.subject).toBe('Your invitation to Vesalius');
    await app.call(accountsCalls.resendVerification, { as });
    const link = (await mailsTo(app, squatter.email)).find(({ subject }) => /^Verify/.test(subject));
    const body = { email_verification_token: linkIn(link).searchParams.get('token') };
    const verified = await app.call(accountsCalls.verifyEmail, { as, body });
    expect(verified.status).toBe(200);
    const owner = { ...as, token: verified.body.auth_token };
    expect((await app.call(call, { as: owner })).status).toBe(200);
  });
});
