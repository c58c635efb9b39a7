/** Commerce and the calls of staff: valid requests and who may make them. */
import type { adminEndpoints } from '@vesalius/contract/admin';
import type { commerceEndpoints } from '@vesalius/contract/commerce';
import type { commerceAdminEndpoints } from '@vesalius/contract/commerce-admin';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { VISA } from '../checkout.ts';
import { buildBook, buildInstitution, buildSubscription } from '../factories.ts';
import { everybody, type GoodRequest, nobody, owner, type Row } from './row.ts';
import type { World } from './world.ts';

type RowsOf<Endpoints> = Record<keyof Endpoints, Row>;
let counter = 0;
const payment = { card_number: VISA, expiry: '1245', cvv: '123' };
const bill_to = {
  first_name: 'Ada',
  last_name: 'Reader',
  address: '1 Main Street',
  city: 'Leuven',
  zip: '3000',
  country: 'Belgium',
};
/** Beta readers can read every book, so they are sold one only if they were shown that. */
const shown = { despite_access: true };
const newBook = async ({ t }: World) => (await buildBook(t.deps.db)).id;
/** A running subscription of the subscriber. */
const year = async ({ t, people }: World, renews: boolean): Promise<string> => {
  const { id } = await buildSubscription(t.deps.db, { userId: people.subscriber.id, renews });
  return id;
};

export const commerceRows: RowsOf<typeof commerceEndpoints> = {
  requestDiscountedPrice: {
    rule: everybody,
    good: async (world) => ({ query: { name: world.code, book_id: await newBook(world) } }),
  },
  createFreeSubscription: {
    rule: everybody,
    good: async (world) => ({
      body: { promocode_name: world.freeCode, book_id: await newBook(world), ...shown },
    }),
  },
  chargeCreditCard: {
    rule: everybody,
    good: async (world) => ({
      body: { payment, bill_to, amount: 199, book_id: await newBook(world), ...shown },
    }),
  },
  createPaypalSubscription: {
    rule: everybody,
    good: async (world) => ({ body: { amount: 199, book_id: await newBook(world), ...shown } }),
  },
  createBookSubscription: {
    rule: owner(),
    good: async (world) => {
      const bookId = await newBook(world);
      const { body } = await world.shop.startPayPal({ as: world.people.subscriber, bookId });
      await world.shop.approve(body.subscription_id);
      return {
        body: { payment_gateway: 'paypal', subscription_id: body.subscription_id, book_id: bookId },
      };
    },
  },
  getCheckout: { rule: everybody, good: ({ book }) => ({ query: { book_id: book.id } }) },
  resumeBookSubscription: {
    rule: owner(),
    good: async (world) => ({ params: { id: await year(world, true) } }),
  },
  updateSubscriptionCard: {
    rule: owner(),
    good: ({ owned }) => ({ params: { id: owned.subscriptionId }, body: { payment, bill_to } }),
  },
  listPayments: { rule: everybody },
  listWaitingPurchases: { rule: everybody },
  getInvoice: { rule: owner(), good: ({ invoice }) => ({ params: { id: invoice.id } }) },
  updateBookSubscription: {
    rule: owner(),
    good: async (world) => ({
      params: { id: await year(world, true) },
      body: { cancellation_reason: 'no time to read' },
    }),
  },
  listSubscribedBooks: { rule: everybody },
};

/** A user for the staff to change. */
const atPerson = async ({ make }: World, body?: unknown): Promise<GoodRequest> => ({
  params: { id: (await make({ verified: false })).id },
  ...(body === undefined ? {} : { body }),
});
const institution = (book_ids: string[]) => ({
  name: 'University Hospital',
  starts_at: '2026-01-01T00:00:00Z',
  ends_at: '2027-01-01T00:00:00Z',
  seats: 10,
  domains: [`hospital${++counter}.example`],
  book_ids,
});
const withMember = async ({ t, make }: World) => {
  const { id } = await buildInstitution(t.deps.db);
  return { id, userId: (await make({ institutionId: id })).id };
};
async function failedJob({ t }: World) {
  const id = newId();
  const at = t.clock.now();
  await sql`insert into jobs (id, kind, payload, run_at, attempts, max_attempts, dead_at)
    values (${id}, 'accounts.send-welcome', '{}', ${at}, 5, 5, ${at})`.execute(t.deps.db);
  return { id };
}
async function endedCode({ t }: World) {
  const id = newId();
  const at = t.clock.now();
  await sql`insert into promo_codes (id, name, kind, value, created_at, ends_at)
    values (${id}, ${`END${++counter}`}, 'percentage', 10, ${at}, ${at})`.execute(t.deps.db);
  return { id };
}

export const adminRows: RowsOf<typeof adminEndpoints> = {
  listPeople: { rule: everybody, good: () => ({ query: { search_term: 'ada' } }) },
  downloadPeople: { rule: everybody },
  getPerson: { rule: everybody, good: (world) => atPerson(world) },
  listPersonAccess: {
    rule: everybody,
    good: async (world) => ({ ...(await atPerson(world)), query: { readable: 'true', search_term: 'a' } }),
  },
  invitePerson: {
    rule: everybody,
    good: () => ({
      body: {
        email: `invited${++counter}@people.example`,
        first_name: 'Noor',
        second_name: 'Haddad',
        role_name: 'author',
      },
    }),
  },
  updatePerson: { rule: everybody, good: (world) => atPerson(world, { is_beta: true }) },
  renamePerson: {
    rule: everybody,
    good: async (world) => {
      const { id } = await world.make({ firstName: 'Ada', secondName: 'Byron' });
      const previous = { first_name: 'Ada', second_name: 'Byron' };
      return { params: { id }, body: { first_name: 'New', second_name: 'Name', previous } };
    },
  },
  verifyPerson: { rule: everybody, good: (world) => atPerson(world) },
  endPersonSessions: { rule: everybody, good: (world) => atPerson(world) },
  resendMail: { rule: everybody, good: (world) => atPerson(world, { kind: 'verification' }) },
  removeSecondFactor: {
    rule: nobody(409, 'nobody for somebody who has none'),
    good: (world) => atPerson(world),
  },
  grantSubscription: {
    rule: everybody,
    good: (world) => atPerson(world, { book_id: world.book.id, months: 3 }),
  },
  extendSubscription: {
    rule: everybody,
    good: async (world) => ({
      params: { id: await year(world, true) },
      body: { ends_at: '2027-06-01T00:00:00Z' },
    }),
  },
  listProducts: { rule: everybody },
  listInstitutions: { rule: everybody },
  createInstitution: { rule: everybody, good: ({ book }) => ({ body: institution([book.id]) }) },
  getInstitution: { rule: everybody, good: ({ institution: { id } }) => ({ params: { id } }) },
  updateInstitution: {
    rule: everybody,
    good: async ({ t, book }) => ({
      params: { id: (await buildInstitution(t.deps.db)).id },
      body: { ...institution([book.id]), version: 1 },
    }),
  },
  endInstitution: {
    rule: everybody,
    good: async ({ t }) => ({ params: { id: (await buildInstitution(t.deps.db)).id } }),
  },
  addInstitutionMember: {
    rule: everybody,
    good: async ({ t, make }) => ({
      params: { id: (await buildInstitution(t.deps.db)).id },
      body: { email: (await make({})).email },
    }),
  },
  appointInstitutionManager: {
    rule: everybody,
    good: async (world) => ({ params: await withMember(world), body: { is_manager: true } }),
  },
  removeInstitutionMember: {
    rule: everybody,
    good: async (world) => ({ params: await withMember(world) }),
  },
  listFailedJobs: { rule: everybody },
  retryJob: {
    rule: everybody,
    good: async (world) => ({ params: await failedJob(world) }),
  },
  discardJob: { rule: everybody, good: async (world) => ({ params: await failedJob(world) }) },
  retryAllJobs: { rule: everybody },
  listAuditLog: { rule: everybody, good: () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }) },
  downloadAuditLog: { rule: everybody },
};

export const commerceAdminRows: RowsOf<typeof commerceAdminEndpoints> = {
  listPrices: { rule: everybody },
  updatePrice: {
    rule: everybody,
    good: async (world) => ({
      params: { id: await newBook(world) },
      body: { price: 99, previous_price: 199 },
    }),
  },
  listPromoCodes: { rule: everybody },
  createPromoCode: {
    rule: everybody,
    good: () => ({ body: { name: `SPRING${++counter}`, kind: 'percentage', value: 20 } }),
  },
  endPromoCode: {
    rule: everybody,
    good: async (world) => ({ params: await endedCode(world) }),
  },
  reopenPromoCode: {
    rule: everybody,
    good: async (world) => ({ params: await endedCode(world), body: { ends_at: null } }),
  },
  listPromoCodeUses: {
    rule: everybody,
    good: async (world) => ({ params: await endedCode(world) }),
  },
  listAllPayments: { rule: everybody },
  downloadPayments: { rule: everybody },
  getReceipt: {
    rule: everybody,
    good: ({ invoice }) => ({ params: { id: invoice.paymentId } }),
  },
  getRefundable: {
    rule: everybody,
    good: (world) => ({ params: { id: world.owned.paymentId } }),
  },
  refundPayment: {
    rule: everybody,
    good: async (world, caller) => ({
      // Only callers that are admitted need a refundable payment.
      params: {
        id: (caller === 'staff' ? await world.buy(world.people.subscriber) : world.owned).paymentId,
      },
      body: { refund_id: newId(), amount: 199, ends_access: true, reason: 'asked for' },
    }),
  },
  getSales: { rule: everybody },
  downloadSales: { rule: everybody },
  listDifferences: { rule: everybody },
  runReconciliation: { rule: everybody },
  getTestClock: { rule: everybody },
  advanceTestClock: { rule: everybody, good: () => ({ body: { days: 1 } }) },
};
