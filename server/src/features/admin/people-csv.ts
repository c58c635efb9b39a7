import type { Readable } from 'node:stream';
import type { Role } from '@vesalius/contract/calls';
import { csvFile } from '../../platform/csv-file.ts';
import type { Db } from '../../platform/database/database.ts';
import { listPeopleAfter, type PersonListRow } from './person-queries.ts';

const COLUMNS = {
  name: (row: PersonListRow) => row.name.trim(),
  email: (row: PersonListRow) => row.email,
  email_verified: (row: PersonListRow) => (row.emailVerified ? 'yes' : 'no'),
  role: (row: PersonListRow) => row.role,
  beta: (row: PersonListRow) => (row.isBeta ? 'yes' : 'no'),
  institution: (row: PersonListRow) => row.institutionName,
  created_at: (row: PersonListRow) => row.createdAt.toISOString(),
  last_active_at: (row: PersonListRow) => row.lastSeenAt?.toISOString(),
};

export const peopleCsv = (
  db: Db,
  filter: { search: string | undefined; role: Role | undefined; now: Date },
): Readable =>
  csvFile(db, COLUMNS, (tx, after: PersonListRow | null, limit) => listPeopleAfter(tx, filter, after, limit));
