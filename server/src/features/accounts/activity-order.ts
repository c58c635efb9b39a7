import type { PeopleOrder } from '@vesalius/contract/people-activity';
import { type RawBuilder, sql } from 'kysely';

/** The sort keys that precede the name in a list of people. */
export const activityOrder = (order: PeopleOrder, lastActiveAt: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (order === 'name') return sql``;
  return order === 'least_active'
    ? sql`${lastActiveAt} asc nulls first,`
    : sql`${lastActiveAt} desc nulls last,`;
};
