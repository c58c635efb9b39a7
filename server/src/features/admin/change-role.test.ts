import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { Role } from '@vesalius/contract/calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration, NOBODY } from '../../testing/administration.ts';
import type { Person } from '../../testing/calling-app.ts';
import { ADDRESS, checkout } from '../../testing/checkout.ts';
import { buildBook, buildProgram, buildSubscription, buildWork } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { hashPassword } from '../accounts/passwords.ts';

const t = administration();
const call = t.call.bind(t);
const auditOf = t.auditOf.bind(t);
/** A change of the role, as staff send it who have read what ends with the former one. */
const update = async (
  id: string,
  body: { role_name?: string; previous?: object; [field: string]: unknown },
) => {
  const shown = body.role_name && !body.previous ? { previous: await t.shownRole(id) } : {};
  return call('updatePerson', { params: { id }, body: { ...shown, ...body } });
};
const titles = ({ body }: { body: { data: { title: string }[] } }) => body.data.map(({ title }) => title);

const PASSWORD = 'Night shift 8';
/** By a real sign-in: what was open before has ended. */
async function tokenOf({ id, email }: Person): Promise<string> {
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${id}`.execute(
    t.app.deps.db,
  );
  const { body } = await t.app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } });
  return body.auth_token;
}

describe('a book that a person produces', () => {
  const produced = async (email: string) => {
    const { id } = await buildWork(t.app.deps.db, { producers: [email] });
    return id;
  };
  const open = (as: Person, id: string) => t.app.call(studioCalls.getWork, { as, params: { id } });
  async function become(person: Person, role: Role): Promise<Person> {
    await update(person.id, { role_name: role });
    return { ...person, role, token: await tokenOf(person) };
  }

  it('stays theirs as an editor, and with other books to read', async () => {
    const author = await t.app.person({ role: 'author' });
    const id = await produced(author.email);
    const book = await buildBook(t.app.deps.db);
    await update(author.id, { book_ids: [book.id] });
    expect((await open(author, id)).status).toBe(200);
    expect((await open(await become(author, 'editor'), id)).body.may_edit).toBe(true);
  });

  it('is theirs no more as a reader, nor when they are an author again', async () => {
    const author = await t.app.person({ role: 'author' });
    const id = await produced(author.email);
    const reader = await become(author, 'customer');
    expect((await open(reader, id)).status).toBe(403);
    expect((await open(await become(reader, 'author'), id)).status).toBe(404);
  });
});

describe('what was bought as a reader', () => {
  const shop = () => checkout(t.app);
  const REASON = { cancellation_reason: 'I write books now' };
  /** Who has become that, signed in again. */
  async function become(person: Person, role: Role): Promise<Person> {
    await update(person.id, { role_name: role });
    return { ...person, role, token: await tokenOf(person) };
  }

  it.each(['author', 'editor', 'program_director', 'staff'] as const)(
    'is seen, paid for with another card, cancelled and resumed by its owner, who is %s now',
    async (role) => {
      const person = await t.app.person();
      const book = await buildBook(t.app.deps.db);
      expect((await shop().pay({ as: person, bookId: book.id })).status).toBe(200);
      await mailsTo(t.app, person.email);
      const as = await become(person, role);
      const [letter] = await mailsTo(t.app, person.email);
      expect(letter?.subject).toBe('Your role at Vesalius changed');
      expect(letter?.text).toContain('Your subscriptions go on');
      expect(letter?.text).toContain('/subscription-management');
      const [own] = await shop().subscriptions(as);
      expect(own).toMatchObject({ renews: true, can_cancel: true, book: { id: book.id } });
      const [payment] = await shop().payments(as);
      const invoice = { as, params: { id: payment.invoice_id } };
      expect((await t.app.call(commerceCalls.getInvoice, invoice)).status).toBe(200);
      const params = { id: own.id };
      const card = await t.app.call(commerceCalls.updateSubscriptionCard, {
        as,
        params,
        body: {
          payment: { card_number: '5424000000000015', expiry: '1245', cvv: '123' },
          bill_to: ADDRESS,
        },
      });
      expect(card.body).toMatchObject({ card: { last_four: '0015' } });
      const cancel = { as, params, body: REASON };
      expect((await t.app.call(commerceCalls.updateBookSubscription, cancel)).status).toBe(200);
      expect((await shop().subscriptions(as))[0]).toMatchObject({ renews: false, can_resume: true });
      const resumed = await t.app.call(commerceCalls.resumeBookSubscription, { as, params });
      expect(resumed.body).toMatchObject({ renews: true });
      // Buying stays with readers.
      const checkoutOf = { as, query: { book_id: book.id } };
      const bought = await t.app.call(commerceCalls.getCheckout, checkoutOf);
      expect(bought.status).toBe(role === 'program_director' ? 200 : 403);
    },
  );

  it('at PayPal is granted when the buyer approves it in another role, and cancelled there by its owner', async () => {
    const person = await t.app.person();
    const bookId = (await buildBook(t.app.deps.db)).id;
    const { subscription_id: id } = (await shop().startPayPal({ as: person, bookId })).body;
    const as = await become(person, 'author');
    await shop().approve(id);
    await shop().runJobs();
    const [own] = await shop().subscriptions(as);
    expect(own).toMatchObject({ gateway: 'paypal', renews: true, book: { id: bookId } });
    const cancel = { as, params: { id: own.id }, body: REASON };
    expect((await t.app.call(commerceCalls.updateBookSubscription, cancel)).status).toBe(200);
    await shop().runJobs();
    const agreement = shop()
      .emulator()
      .state.subscriptions.find((one) => one.id === id);
    expect(agreement?.status).toBe('CANCELLED');
  });

  it('is not spoken of in the letter to somebody who has nothing that renews', async () => {
    const person = await t.app.person();
    await buildSubscription(t.app.deps.db, { userId: person.id, renews: false });
    await update(person.id, { role_name: 'author' });
    expect((await mailsTo(t.app, person.email))[0]?.text).not.toContain('Your subscriptions');
  });
});

describe('a known account', () => {
  it('becomes director of a program and stops being one; each time its sessions end and a letter tells it', async () => {
    const person = await t.app.person();
    const program = await buildProgram(t.app.deps.db, { name: 'Residency' });
    const other = await buildProgram(t.app.deps.db, { name: 'Fellowship' });
    const answer = await update(person.id, { role_name: 'program_director', program_ids: [program.id] });
    expect(answer.body).toMatchObject({
      role_name: 'program_director',
      programs: [{ id: program.id, as: 'director' }],
      sessions: [],
    });
    expect((await t.app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    expect(await mailsTo(t.app, person.email)).toMatchObject([{ subject: 'Your role at Vesalius changed' }]);
    const again = await tokenOf(person);
    const directed = async () =>
      (
        await t.app.call(programsCalls.listCurrentPrograms, { as: again, portal: 'program_director' })
      ).body.data.map(({ name }: { name: string }) => name);
    expect(await directed()).toEqual(['Residency']);
    await update(person.id, { program_ids: [other.id] });
    expect(await directed()).toEqual(['Fellowship']);
    await update(person.id, { role_name: 'customer' });
    expect((await update(person.id, { role_name: 'program_director' })).body.programs).toEqual([]);
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'user.role', detail: { before: { role: 'customer' } } },
      {
        action: 'user.role',
        detail: {
          before: { role: 'program_director', program_ids: [other.id] },
          after: { role: 'customer' },
        },
      },
      {
        action: 'user.assign',
        detail: { before: { program_ids: [program.id] }, after: { program_ids: [other.id] } },
      },
      { action: 'user.role', detail: { after: { program_ids: [program.id] } } },
    ]);
  });

  it.each(['author', 'editor'] as const)('becomes %s of books and stops being one', async (role_name) => {
    const person = await t.app.person();
    const [one, two] = [
      await buildBook(t.app.deps.db, { title: 'One' }),
      await buildBook(t.app.deps.db, { title: 'Two' }),
    ];
    await buildSubscription(t.app.deps.db, { userId: person.id, bookId: two.id });
    expect((await update(person.id, { role_name, book_ids: [one.id, two.id] })).body.books).toHaveLength(2);
    const as = await tokenOf(person);
    const assigned = async () =>
      titles(await t.app.call(catalogueCalls.listAssignedBooks, { as, portal: role_name })).sort();
    expect(await assigned()).toEqual(['One', 'Two']);
    await update(person.id, { book_ids: [one.id] });
    expect(await assigned()).toEqual(['One']);
    await update(person.id, { role_name: 'customer' });
    // What was bought stays; what belonged to the role is gone for good.
    expect(
      (await call('listPersonAccess', { params: { id: person.id }, query: { readable: true } })).body.data,
    ).toMatchObject([{ book_id: two.id, reasons: ['subscription'] }]);
    expect((await update(person.id, { role_name })).body.books).toEqual([]);
  });

  it('keeps what one of the staff assigned while another looked at an older page', async () => {
    const person = await t.app.person({ role: 'author' });
    const [one, two] = [
      await buildBook(t.app.deps.db, { title: 'Kept one' }),
      await buildBook(t.app.deps.db, { title: 'Kept two' }),
    ];
    const both = [one.id, two.id];
    await update(person.id, { book_ids: both });
    const previous = { role_name: 'author', book_ids: [...both].reverse(), program_ids: [] };
    // One takes the first book away, the other the second, at the same moment.
    const answers = await Promise.all([
      update(person.id, { book_ids: [two.id], previous }),
      update(person.id, { book_ids: [one.id], previous }),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[409, 'edited_meanwhile']]);
    const saved = answers.find(({ status }) => status === 200)?.body.books;
    const { body: now } = await call('getPerson', { params: { id: person.id } });
    expect(now.books).toEqual(saved);
    const again = { ...previous, book_ids: saved.map(({ id }: { id: string }) => id) };
    expect((await update(person.id, { role_name: 'editor', previous })).status).toBe(409);
    const [removed] = both.filter((id) => id !== saved[0].id);
    const last = await update(person.id, { book_ids: [removed], previous: again });
    expect(last.body.books).toMatchObject([{ id: removed }]);
    const program = await buildProgram(t.app.deps.db);
    const director = { role_name: 'program_director', program_ids: [program.id] };
    await update(person.id, director);
    const seen = { role_name: 'program_director', book_ids: [], program_ids: [] };
    expect((await update(person.id, { program_ids: [], previous: seen })).status).toBe(409);
  });

  it('asks for the beta flag too, where it was shown', async () => {
    const person = await t.app.person();
    const previous = { role_name: 'customer', is_beta: false, book_ids: [], program_ids: [] };
    expect((await update(person.id, { is_beta: true, previous })).body.is_beta).toBe(true);
    const late = await update(person.id, { role_name: 'author', previous });
    expect([late.status, late.body.code]).toEqual([409, 'edited_meanwhile']);
    expect(
      (await update(person.id, { is_beta: false, previous: { ...previous, is_beta: true } })).status,
    ).toBe(200);
  });

  it.each<[string, { role_name: Role; [field: string]: unknown }]>([
    ['book_ids', { role_name: 'program_director', book_ids: [NOBODY] }],
    ['book_ids', { role_name: 'author', book_ids: [NOBODY] }],
    ['program_ids', { role_name: 'author', program_ids: [NOBODY] }],
    ['program_ids', { role_name: 'program_director', program_ids: [NOBODY] }],
  ])('keeps its role when %s do not fit', async (field, body) => {
    const person = await t.app.person();
    const answer = await update(person.id, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
    expect((await call('getPerson', { params: { id: person.id } })).body.role_name).toBe('customer');
    expect((await t.app.call(accountsCalls.getUser, { as: person })).status).toBe(200);
  });
});
