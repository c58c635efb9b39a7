import { type RawBuilder, sql } from 'kysely';
import { containing, escapeLike, turned } from '../../platform/database/terms.ts';
import { beginsNumber, readCertificateNumber } from '../certificates/certificate-number.ts';
import { readInvoiceNumber } from '../commerce/issue-invoice.ts';

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
  const lower = term.toLowerCase();
  const isShort = [...term].length < SHORTEST_WITHIN;
  const patterns = isShort ? [`${escapeLike(lower)}%`, `% ${escapeLike(lower)}%`] : [containing(lower)];
  const ways = patterns.flatMap((like) => [
    sql`lower(u.email) like ${like}`,
    sql`u.plain_name like plain_text(${like})`,
  ]);
  const other = turned(lower);
  if (other.includes(' ')) ways.push(sql`u.plain_name like plain_text(${containing(other)})`);
  if (!isShort)
    ways.push(
      isOneOf(sql`select user_id from certificates
        where plain_text(user_name) like plain_text(${containing(lower)}) limit ${MAX_PEOPLE + 1}`),
    );
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
