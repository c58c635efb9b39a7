import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { countsAsUse } from '../redemption-queries.ts';

export interface PromoRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'percentage' | 'amount' | 'fixed_price';
  readonly value: number;
  readonly item: string | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxUses: number | null;
  readonly maxUsesPerPerson: number | null;
  readonly mailDomain: string | null;
  readonly recurs: boolean;
  readonly uses: number;
  readonly paidCents: number;
  readonly count: number;
}
export const listPromoCodes = (
  db: Db,
  now: Date,
  page: { limit: number; offset: number },
): Promise<PromoRow[]> =>
  many(
    db,
    sql<PromoRow>`
      select c.id, c.name, c.kind, c.value, coalesce(b.title, p.name) as item, c.starts_at as "startsAt",
        c.ends_at as "endsAt", c.max_uses as "maxUses", c.max_uses_per_person as "maxUsesPerPerson",
        c.mail_domain as "mailDomain", c.recurs, count(*) over () as count,
        (select count(*) from promo_redemptions r where r.promo_code_id = c.id and ${countsAsUse(now)}) as uses,
        (select coalesce(sum(o.amount_cents), 0)::int from orders o
          where o.promo_code_id = c.id and o.state = 'paid') as "paidCents"
      from promo_codes c left join books b on b.id = c.book_id left join packages p on p.id = c.package_id
      order by c.created_at desc, c.id limit ${page.limit} offset ${page.offset}`,
  );

export const insertPromoCode = (
  tx: Tx,
  code: Omit<PromoRow, 'item' | 'uses' | 'paidCents' | 'count'> & {
    bookId: string | null;
    packageId: string | null;
    at: Date;
  },
): Promise<number> =>
  affected(
    tx,
    sql`insert into promo_codes (id, name, kind, value, book_id, package_id, starts_at, ends_at, max_uses,
        max_uses_per_person, mail_domain, recurs, created_at)
      values (${code.id}, ${code.name}, ${code.kind}, ${code.value}, ${code.bookId}, ${code.packageId},
        ${code.startsAt}, ${code.endsAt}, ${code.maxUses}, ${code.maxUsesPerPerson}, ${code.mailDomain},
        ${code.recurs}, ${code.at})`,
  );

export const endPromoCode = (tx: Tx, id: string, at: Date): Promise<{ name: string } | null> =>
  maybeOne(
    tx,
    sql<{ name: string }>`update promo_codes set ends_at = least(coalesce(ends_at, ${at}), ${at})
      where id = ${id} returning name`,
  );
