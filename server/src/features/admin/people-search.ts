import type { FoundPerson } from '@vesalius/contract/admin-people';
import { type RawBuilder, sql } from 'kysely';
import { containing, escapeLike, turned } from '../../platform/database/terms.ts';
import { beginsNumber, readCertificateNumber } from '../certificates/certificate-number.ts';
import { invoiceNumber, readInvoiceNumber } from '../commerce/issue-invoice.ts';

/** The maximum length of a list: nobody reads more pages, and counting must end. */
export const MAX_PEOPLE = 300;
/** Nearly every name contains a shorter term, so it must begin a word. */
const SHORTEST_WITHIN = 3;

/** An array is looked up in the index of users beside the other conditions; a subquery would read all of them. */
const isOneOf = (userIds: RawBuilder<unknown>) => sql`u.id = any(array(${userIds}))`;

/**
 * Whether user `u` is meant: by a part of the name or the address, of a name on a certificate, which may be a former one,
 * or by the number of a certificate or a receipt. All conditions use indexes. Names are compared without accents.
 */
export function isCalled(term: string): RawBuilder<boolean> {
  const ways = [...shownWays(term)];
  if (!isShort(term))
    ways.push(isOneOf(sql`select user_id from certificates where ${isNameOn(term)} limit ${MAX_PEOPLE + 1}`));
  if (beginsNumber(term))
    ways.push(
      isOneOf(sql`select user_id from certificates where unique_id = ${readCertificateNumber(term)} limit 1`),
    );
  const invoice = readInvoiceNumber(term);
  if (invoice)
    ways.push(
      isOneOf(sql`select user_id from invoices where year = ${invoice.year} and number = ${invoice.number}`),
    );
  return sql`(${sql.join(ways, sql` or `)})`;
}

export type FoundBy = NonNullable<FoundPerson['found_by']>;
/** What user `u` was found by, where neither name nor address shows it; of several names, that of the newest certificate. */
export function foundBy(term: string): RawBuilder<FoundBy | null> {
  const number = beginsNumber(term) ? readCertificateNumber(term) : null;
  const invoice = readInvoiceNumber(term);
  return sql`case when ${sql.join(shownWays(term), sql` or `)} then null
    when exists (select from certificates where user_id = u.id and unique_id = ${number})
      then jsonb_build_object('kind', 'certificate', 'text', ${number}::text)
    when exists (select from invoices where user_id = u.id
        and year = ${invoice?.year ?? null} and number = ${invoice?.number ?? null})
      then jsonb_build_object('kind', 'receipt', 'text', ${invoice && invoiceNumber(invoice)}::text)
    else (select jsonb_build_object('kind', 'certificate_name', 'text', user_name) from certificates
      where user_id = u.id and ${isNameOn(term)} order by id desc limit 1) end`;
}

const isShort = (term: string) => [...term].length < SHORTEST_WITHIN;
const isNameOn = (term: string) =>
  sql`plain_text(user_name) like plain_text(${containing(term.toLowerCase())})`;

/** By what the list shows of user `u`. */
function shownWays(term: string): RawBuilder<unknown>[] {
  const lower = term.toLowerCase();
  const patterns = isShort(term) ? [`${escapeLike(lower)}%`, `% ${escapeLike(lower)}%`] : [containing(lower)];
  const ways = patterns.flatMap((like) => [
    sql`lower(u.email) like ${like}`,
    sql`u.plain_name like plain_text(${like})`,
  ]);
  const other = turned(lower);
  if (other.includes(' ')) ways.push(sql`u.plain_name like plain_text(${containing(other)})`);
  return ways;
}
