import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/terms.ts';
import type { PaymentState } from '../payment-queries.ts';

export interface StaffPaymentRow {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly title: string;
  readonly gateway: 'card' | 'paypal';
  readonly kind: 'initial' | 'renewal';
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly reason: string | null;
  readonly transactionId: string | null;
  readonly attemptKey: string;
  readonly lastFour: string | null;
  readonly promoCode: string | null;
  readonly invoiceYear: number | null;
  readonly invoiceNumber: number | null;
  readonly createdAt: Date;
  readonly count: number;
}

const STATES = {
  approved: sql`p.state = 'approved'`,
  declined: sql`p.state in ('declined', 'lost')`,
  open: sql`p.state in ('started', 'unknown', 'held')`,
  refunded: sql`p.refunded_cents > 0`,
} as const;

/** From this length on the beginning of a provider's id is enough. */
const MIN_ID_LENGTH = 4;
const INVOICE_NUMBER = /^V-(\d{4})-(\d{1,9})$/i;
const AMOUNT = /^\$?(\d{1,7})(?:\.(\d{2}))?$/;

/** What a customer quotes beside words: the number of an invoice, the end of a card's number, an amount, an id. */
function quoted(search: string) {
  const invoice = INVOICE_NUMBER.exec(search);
  const amount = AMOUNT.exec(search);
  const conditions = [];
  if (invoice) conditions.push(sql`(i.year = ${Number(invoice[1])} and i.number = ${Number(invoice[2])})`);
  if (amount) conditions.push(sql`p.amount_cents = ${Number(amount[1]) * 100 + Number(amount[2] ?? 0)}`);
  if (/^\d{4}$/.test(search)) conditions.push(sql`p.last_four = ${search}`);
  if (search.length >= MIN_ID_LENGTH)
    conditions.push(
      sql`starts_with(lower(p.transaction_id), ${search.toLowerCase()})`,
      sql`starts_with(lower(p.attempt_key), ${search.toLowerCase()})`,
    );
  return conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`false`;
}

/** By name, address, title, invoice number, amount, last four digits, or the beginning of a provider's id. */
export const listAllPayments = (
  db: Db,
  filter: {
    search: string | undefined;
    state: keyof typeof STATES | undefined;
    limit: number;
    offset: number;
  },
): Promise<StaffPaymentRow[]> => {
  const like = filter.search ? containing(filter.search) : null;
  return many(
    db,
    sql<StaffPaymentRow>`
      select p.id, u.id as "userId", u.first_name || ' ' || u.second_name as "userName", u.email,
        coalesce(b.title, k.name, '') as title, p.gateway, p.kind, p.state, p.amount_cents as "amountCents",
        p.refunded_cents as "refundedCents", p.reason, p.transaction_id as "transactionId",
        p.attempt_key as "attemptKey", p.last_four as "lastFour", c.name as "promoCode", i.year as "invoiceYear",
        i.number as "invoiceNumber", p.created_at as "createdAt", count(*) over () as count
      from payments p
      join users u on u.id = p.user_id
      left join orders o on o.id = p.order_id
      left join subscriptions s on s.id = p.subscription_id
      left join books b on b.id = coalesce(o.book_id, s.book_id)
      left join packages k on k.id = coalesce(o.package_id, s.package_id)
      left join promo_codes c on c.id = o.promo_code_id
      left join invoices i on i.payment_id = p.id
      where ${filter.state ? STATES[filter.state] : sql`true`}
        and (${like}::text is null or u.email ilike ${like} or u.first_name || ' ' || u.second_name ilike ${like}
          or coalesce(b.title, k.name) ilike ${like} or ${quoted(filter.search ?? '')})
      order by p.created_at desc, p.id limit ${filter.limit} offset ${filter.offset}`,
  );
};

export interface DifferenceRow {
  readonly id: string;
  readonly gateway: string;
  readonly kind: string;
  readonly subject: string;
  readonly detail: string;
  readonly foundAt: Date;
  readonly closedAt: Date | null;
  readonly count: number;
}
export const listDifferences = (db: Db, page: { limit: number; offset: number }): Promise<DifferenceRow[]> =>
  many(
    db,
    sql<DifferenceRow>`select id, gateway, kind, subject, detail, found_at as "foundAt", closed_at as "closedAt",
        count(*) over () as count from reconciliation_differences
      order by closed_at is not null, found_at desc, id limit ${page.limit} offset ${page.offset}`,
  );
