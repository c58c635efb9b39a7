import { sql } from 'kysely';
import type { PeopleGroup } from './people-group.ts';

type Group = Pick<PeopleGroup, 'kind' | 'id'>;

export const columnOf = ({ kind }: Pick<Group, 'kind'>) =>
  sql.ref(kind === 'program' ? 'program_id' : 'institution_id');
export const membersOf = ({ kind }: Pick<Group, 'kind'>) =>
  sql.table(kind === 'program' ? 'program_students' : 'institution_members');
export const removedFrom = ({ kind }: Pick<Group, 'kind'>) =>
  sql.table(kind === 'program' ? 'program_removed_students' : 'institution_removed_members');

/** Whether the user `u` can be in a group: users with another role would read nothing there. */
export const isReader = sql`u.role = 'customer' and u.deleted_at is null`;

/**
 * The ids of removed users who may come back, for a statement that puts them back. Their accounts are locked, so that their
 * role does not change in between.
 */
export const removedReaders = (group: Group, removalId: string) => sql`
  select u.id from ${removedFrom(group)} r join users u on u.id = r.user_id
  where r.${columnOf(group)} = ${group.id} and r.removal_id = ${removalId} and ${isReader}
  order by u.id for share of u`;
