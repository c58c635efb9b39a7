import type { Invoice } from '@vesalius/contract/commerce-payment';
import type { Config } from '../../config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import {
  findBillTo,
  findBuyerName,
  findTaxCountry,
  type InvoiceRow,
  type InvoiceSeller,
  insertInvoice,
  storeMissingSellers,
} from './invoice-queries.ts';
import { type TaxRates, taxIncluded } from './tax.ts';

export interface Paid {
  readonly paymentId: string;
  readonly userId: string;
  readonly title: string;
  readonly amountCents: number;
  /** The reduction by a promo code, or by books paid for already. */
  readonly discountCents: number;
  /** Part of the discount: books paid for already. */
  readonly creditCents: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/** What the configuration decides about an invoice on the day of issue. */
export interface InvoiceTerms {
  readonly rates: TaxRates;
  readonly seller: InvoiceSeller | null;
}

type Configured = Pick<Config, 'TAX_RATES' | 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_TAX_ID'>;

const sellerOf = ({ SELLER_NAME: name, SELLER_ADDRESS, SELLER_TAX_ID }: Configured): InvoiceSeller | null =>
  name ? { name, lines: SELLER_ADDRESS, tax_id: SELLER_TAX_ID ?? null } : null;

export const invoiceTermsOf = (config: Configured): InvoiceTerms => ({
  rates: config.TAX_RATES,
  seller: sellerOf(config),
});

/** Invoices issued before a seller was configured, or before sellers were stored, get the configured one and keep it. */
export async function storeSellers({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const seller = sellerOf(config);
  if (seller) await storeMissingSellers(db, seller);
}

/**
 * Writes the invoice of a payment in the transaction that grants what was paid, so that neither exists without the
 * other. Call it last.
 */
export async function issueInvoice(
  tx: Tx,
  paid: Paid,
  { rates, seller }: InvoiceTerms,
  now: Date,
): Promise<void> {
  const billTo = await findBillTo(tx, paid.paymentId);
  const country = rates.size > 0 ? await findTaxCountry(tx, paid.userId, billTo?.country ?? null) : null;
  const taxBasisPoints = rates.get(country ?? '') ?? 0;
  const person = await findBuyerName(tx, paid.userId);
  const year = now.getUTCFullYear();
  await insertInvoice(tx, {
    ...paid,
    id: newId(),
    year,
    buyer: {
      name: billTo ? `${billTo.first_name} ${billTo.last_name}` : person.name,
      email: person.email,
      lines: billTo
        ? [billTo.address, [billTo.zip, billTo.city, billTo.state].filter(Boolean).join(' '), billTo.country]
        : [],
    },
    seller,
    taxBasisPoints,
    taxCents: taxIncluded(paid.amountCents, taxBasisPoints),
    issuedAt: now,
  });
}

export const invoiceNumber = ({ year, number }: { year: number; number: number }): string =>
  `V-${year}-${String(number).padStart(6, '0')}`;

/** The year and the number in what somebody typed; null: it is not the number of a receipt. */
export function readInvoiceNumber(typed: string): { year: number; number: number } | null {
  const [, year, number] = /^V[-\s]?(\d{4})[-\s]?(\d{1,9})$/i.exec(typed.trim()) ?? [];
  return year && number ? { year: Number(year), number: Number(number) } : null;
}

export const paidWith = ({ gateway, cardType, lastFour }: InvoiceRow): string =>
  gateway === 'paypal' ? 'PayPal' : `${cardType ?? ''} •••• ${lastFour ?? ''}`.trim();

export function presentInvoice(row: InvoiceRow, config: Configured): Invoice {
  const seller = row.seller ?? sellerOf(config);
  return {
    id: row.id,
    number: invoiceNumber(row),
    issued_at: row.issuedAt.toISOString(),
    title: row.title,
    buyer: { ...row.buyer, lines: [...row.buyer.lines] },
    seller: seller && { ...seller, lines: [...seller.lines] },
    period_start: row.periodStart.toISOString(),
    period_end: row.periodEnd.toISOString(),
    price: (row.amountCents + row.discountCents) / 100,
    discount: row.discountCents / 100,
    credit: row.creditCents / 100,
    tax: row.taxCents / 100,
    tax_rate: row.taxBasisPoints / 100,
    total: row.amountCents / 100,
    refunded: row.refundedCents / 100,
    refunded_at: row.refundedAt?.toISOString() ?? null,
    access_ends_at: row.accessEndsAt?.toISOString() ?? null,
    paid_with: paidWith(row),
    kind: row.kind,
    renewal: row.renewsAt && {
      date: row.renewsAt.toISOString(),
      price: (row.renewalPriceCents ?? 0) / 100,
    },
  };
}
