import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/terms.ts';
import { isUuid } from '../../../platform/ids.ts';
import type {
  InvoicesTable,
  PaymentsTable,
  PromoCodesTable,
  ReconciliationDifferencesTable,
  RefundsTable,
  UsersTable,
} from '../../../schema/tables.ts';
import { titleWithEdition } from '../edition-columns.ts';
import type { PaymentState } from '../payment-queries.ts';
import type { RefundMaker } from '../refund-queries.ts';

export interface StaffPaymentRow
  extends Pick<
      PaymentsTable,
      | 'id'
      | 'gateway'
      | 'kind'
      | 'amountCents'
      | 'refundedCents'
      | 'reason'
      | 'transactionId'
      | 'attemptKey'
      | 'lastFour'
      | 'createdAt'
    >,
    Pick<UsersTable, 'email'> {
  readonly userId: UsersTable['id'];
  readonly userName: string;
  readonly title: string;
  readonly state: PaymentState;
  readonly promoCode: PromoCodesTable['name'] | null;
  readonly invoiceYear: InvoicesTable['year'] | null;
  readonly invoiceNumber: InvoicesTable['number'] | null;
  readonly count: number;
}

/** As JSON of the database. */
interface ListedRefund extends Pick<RefundsTable, 'amountCents' | 'reason'> {
  readonly at: string;
  readonly made_by: RefundMaker | null;
}
export interface ListedPayment extends StaffPaymentRow {
  /** Those that were not refused, oldest first. */
  readonly refunds: readonly ListedRefund[];
}

const STATES = {
  approved: sql`p.state = 'approved'`,
  declined: sql`p.state in ('declined', 'lost')`,
  open: sql`p.state in ('started', 'unknown', 'held')`,
  refunded: sql`p.refunded_cents > 0`,
} as const;

/** From this length on, the beginning of a provider's id is enough. */
const MIN_ID_LENGTH = 4;
const INVOICE_NUMBER = /^V-(\d{4})-(\d{1,9})$/i;
const AMOUNT = /^\$?(\d{1,7})(?:\.(\d{2}))?$/;

/** What a customer may quote besides words: the number of an invoice, the end of a card's number, an amount, an id. */
function quoted(search: string) {
  const invoice = INVOICE_NUMBER.exec(search);
  const amount = AMOUNT.exec(search);
  const conditions = [];
  if (invoice) conditions.push(sql`(i.year = ${Number(invoice[1])} and i.number = ${Number(invoice[2])})`);
  if (amount) conditions.push(sql`p.amount_cents = ${Number(amount[1]) * 100 + Number(amount[2] ?? 0)}`);
  if (isUuid(search)) conditions.push(sql`p.id = ${search}`);
  if (/^\d{4}$/.test(search)) conditions.push(sql`p.last_four = ${search}`);
  if (search.length >= MIN_ID_LENGTH)
    conditions.push(
      sql`starts_with(lower(p.transaction_id), ${search.toLowerCase()})`,
      sql`starts_with(lower(p.attempt_key), ${search.toLowerCase()})`,
    );
  return conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`false`;
}

export interface PaymentFilter {
  readonly search: string | undefined;
  readonly state: keyof typeof STATES | undefined;
  /** Days in UTC, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Matches name, address, title, invoice number, amount, last four digits, or the beginning of a provider's id. */
function matching({ search, state, from, to }: PaymentFilter): RawBuilder<unknown> {
  const conditions = [state ? STATES[state] : sql`true`];
  if (from) conditions.push(sql`p.created_at >= ${from}::date::timestamp at time zone 'UTC'`);
  if (to) conditions.push(sql`p.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`);
  if (search) {
    const like = containing(search);
    conditions.push(sql`(u.email ilike ${like} or u.first_name || ' ' || u.second_name ilike ${like}
      or coalesce(b.title, k.name) ilike ${like} or ${quoted(search)})`);
  }
  return sql.join(conditions, sql` and `);
}

const columns = sql`p.id, u.id as "userId", u.first_name || ' ' || u.second_name as "userName", u.email,
  coalesce(${titleWithEdition}, k.name, '') as title, p.gateway, p.kind, p.state, p.amount_cents as "amountCents",
  p.refunded_cents as "refundedCents", p.reason, p.transaction_id as "transactionId",
  p.attempt_key as "attemptKey", p.last_four as "lastFour", c.name as "promoCode", i.year as "invoiceYear",
  i.number as "invoiceNumber", p.created_at as "createdAt"`;
const refunds = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'amountCents', r.amount_cents, 'at', r.created_at, 'reason', r.reason, 'made_by', case when m.id is not null
      then jsonb_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.second_name)) end)
    order by r.created_at, r.id), '[]')
  from refunds r left join users m on m.id = r.by_user_id and m.deleted_at is null
  where r.payment_id = p.id and r.state <> 'failed')`;
const source = sql`payments p
  join users u on u.id = p.user_id
  left join orders o on o.id = p.order_id
  left join subscriptions s on s.id = p.subscription_id
  left join books b on b.id = coalesce(o.book_id, s.book_id)
  left join packages k on k.id = coalesce(o.package_id, s.package_id)
  left join promo_codes c on c.id = o.promo_code_id
  left join invoices i on i.payment_id = p.id`;

export const listAllPayments = (
  db: Db,
  { limit, offset, ...filter }: PaymentFilter & { limit: number; offset: number },
): Promise<ListedPayment[]> =>
  many(
    db,
    sql<ListedPayment>`select ${columns}, ${refunds} as refunds, count(*) over () as count from ${source} where ${matching(filter)}
      order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`,
  );

/** The next part of all matching payments. */
export const listPaymentsAfter = (
  db: Db,
  filter: PaymentFilter,
  after: Pick<StaffPaymentRow, 'id'> | null,
  limit: number,
): Promise<StaffPaymentRow[]> =>
  many(
    db,
    sql<StaffPaymentRow>`select ${columns}, 0 as count from ${source} where ${matching(filter)}
      ${after ? sql`and (p.created_at, p.id) < (select created_at, id from payments where id = ${after.id})` : sql``}
      order by p.created_at desc, p.id desc limit ${limit}`,
  );

export interface DifferenceRow
  extends Pick<
    ReconciliationDifferencesTable,
    'id' | 'gateway' | 'kind' | 'subject' | 'detail' | 'foundAt' | 'closedAt'
  > {
  readonly count: number;
}
export const listDifferences = (db: Db, page: { limit: number; offset: number }): Promise<DifferenceRow[]> =>
  many(
    db,
    sql<DifferenceRow>`select id, gateway, kind, subject, detail, found_at as "foundAt", closed_at as "closedAt",
        count(*) over () as count from reconciliation_differences
      order by closed_at is not null, found_at desc, id limit ${page.limit} offset ${page.offset}`,
  );
