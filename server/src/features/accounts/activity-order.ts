import type { PeopleOrder } from '@vesalius/contract/people-activity';
import { type RawBuilder, sql } from 'kysely';

/** What comes before the name in the order of a list of people. */
export const activityOrder = (order: PeopleOrder, lastActiveAt: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (order === 'name') return sql``;
  return order === 'least_active'
    ? sql`${lastActiveAt} asc nulls first,`
    : sql`${lastActiveAt} desc nulls last,`;
};
