import type { BillingAddress } from '@vesalius/contract/commerce-payment';
import { sql } from 'kysely';
import { affected, type Db, jsonb, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type {
  CountriesTable,
  InvoicesTable,
  PaymentsTable,
  SubscriptionsTable,
  UsersTable,
} from '../../schema/tables.ts';

interface InvoiceBuyer {
  readonly name: string;
  readonly email: string;
  readonly lines: readonly string[];
}
/** As the receipt shows it. */
export interface InvoiceSeller {
  readonly name: string;
  readonly lines: readonly string[];
  readonly tax_id: string | null;
}
export interface InvoiceRow
  extends Pick<
      InvoicesTable,
      | 'id'
      | 'year'
      | 'number'
      | 'title'
      | 'periodStart'
      | 'periodEnd'
      | 'amountCents'
      | 'discountCents'
      | 'taxBasisPoints'
      | 'issuedAt'
    >,
    Pick<PaymentsTable, 'refundedCents' | 'kind' | 'gateway' | 'lastFour' | 'cardType'> {
  readonly buyer: InvoiceBuyer;
  /** Null: none is stored yet. */
  readonly seller: InvoiceSeller | null;
  /** Part of the discount: books of the package that are paid for already. */
  readonly creditCents: InvoicesTable['creditCents'];
  /** Included in the amount. */
  readonly taxCents: InvoicesTable['taxCents'];
  /** When the next year is charged; null if none is. */
  readonly renewsAt: Date | null;
  readonly renewalPriceCents: SubscriptionsTable['renewalPriceCents'] | null;
  /** Of the latest refund that the provider has made. */
  readonly refundedAt: Date | null;
  /** If it comes before the end of the paid period. */
  readonly accessEndsAt: Date | null;
}
const columns = sql`i.id, i.year, i.number, i.title, i.buyer, i.seller, i.period_start as "periodStart",
  i.period_end as "periodEnd", i.amount_cents as "amountCents", i.discount_cents as "discountCents",
  i.credit_cents as "creditCents",
  i.tax_cents as "taxCents", i.tax_basis_points as "taxBasisPoints", i.issued_at as "issuedAt", p.refunded_cents as "refundedCents", p.kind, p.gateway,
  p.last_four as "lastFour", p.card_type as "cardType", s.renewal_price_cents as "renewalPriceCents",
  case when s.renews and s.ends_at = i.period_end then coalesce(s.bills_at, s.ends_at) end as "renewsAt",
  (select max(r.created_at) from refunds r where r.payment_id = p.id and r.state = 'done') as "refundedAt",
  case when s.ends_at < i.period_end then s.ends_at end as "accessEndsAt"`;
const tables = sql`invoices i join payments p on p.id = i.payment_id left join subscriptions s on s.id = p.subscription_id`;

export const findInvoice = (db: Db, id: string, userId: string): Promise<InvoiceRow | null> =>
  maybeOne(
    db,
    sql<InvoiceRow>`select ${columns} from ${tables}
      where i.id = ${id} and i.user_id = ${userId}`,
  );
export const findInvoiceOfPayment = (db: Db, paymentId: string): Promise<InvoiceRow | null> =>
  maybeOne(
    db,
    sql<InvoiceRow>`select ${columns} from ${tables}
      where i.payment_id = ${paymentId}`,
  );

/**
 * Inserts the invoice with the next number of the year. The number's row is locked until the transaction ends, so
 * that no number is ever missing. Make it the last statement of the transaction, because all other buyers wait for
 * it.
 */
export const insertInvoice = (
  tx: Tx,
  invoice: Pick<
    InvoiceRow,
    | 'id'
    | 'year'
    | 'title'
    | 'buyer'
    | 'seller'
    | 'periodStart'
    | 'periodEnd'
    | 'amountCents'
    | 'discountCents'
    | 'creditCents'
    | 'taxCents'
    | 'taxBasisPoints'
    | 'issuedAt'
  > & { paymentId: string; userId: string },
): Promise<number> =>
  affected(
    tx,
    sql`with next as (
        insert into invoice_numbers (year, last) values (${invoice.year}, 1)
        on conflict (year) do update set last = invoice_numbers.last + 1 returning last)
      insert into invoices (id, payment_id, user_id, year, number, title, buyer, seller, period_start, period_end,
        amount_cents, discount_cents, credit_cents, tax_cents, tax_basis_points, issued_at)
      select ${invoice.id}::uuid, ${invoice.paymentId}::uuid, ${invoice.userId}::uuid, ${invoice.year}::int, next.last,
        ${invoice.title}, ${jsonb(invoice.buyer)}, ${invoice.seller && jsonb(invoice.seller)}::jsonb,
        ${invoice.periodStart}::timestamptz, ${invoice.periodEnd}::timestamptz, ${invoice.amountCents}::int, ${invoice.discountCents}::int,
        ${invoice.creditCents}::int, ${invoice.taxCents}::int, ${invoice.taxBasisPoints}::int, ${invoice.issuedAt}::timestamptz from next`,
  );

export const storeMissingSellers = (db: Db, seller: InvoiceSeller): Promise<number> =>
  affected(db, sql`update invoices set seller = ${jsonb(seller)} where seller is null`);

/** The billing address of the subscription's purchase: renewals use the same. */
export const findBillTo = async (db: Db, paymentId: string): Promise<BillingAddress | null> =>
  (
    await maybeOne(
      db,
      sql<{ billTo: BillingAddress }>`select o.bill_to as "billTo" from payments p
        join orders o on o.subscription_id = p.subscription_id
        where p.id = ${paymentId} and o.bill_to is not null order by o.created_at desc limit 1`,
    )
  )?.billTo ?? null;

/**
 * The ISO code of the country in the billing address, by its name in either language; else of the account's country.
 */
export const findTaxCountry = async (
  db: Db,
  userId: string,
  country: string | null,
): Promise<string | null> =>
  (
    await one(
      db,
      sql<{ code: CountriesTable['code'] | null }>`select coalesce(
          (select code from countries
            where lower(${country ?? ''}) in (lower(name), lower(name_ar), lower(code)) limit 1),
          (select c.code from users u join countries c on c.id = u.country_id where u.id = ${userId})) as code`,
    )
  ).code;

export const findBuyerName = (db: Db, userId: string): Promise<{ name: string; email: string }> =>
  one(
    db,
    sql<Pick<UsersTable, 'email'> & { name: string }>`select first_name || ' ' || second_name as name, email
      from users where id = ${userId}`,
  );
