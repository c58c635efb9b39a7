import type { Transcript } from '@vesalius/contract/certificates';
import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../platform/database/database.ts';
import { getName, listCertificates } from './queries.ts';

/** More certificates than anybody earns; the transcript is one page of paper or two. */
const MOST_ENTRIES = 5000;

export async function readTranscript(db: Db, userId: string, now: Date): Promise<Transcript> {
  const [name, { rows }] = await Promise.all([
    getName(db, userId),
    listCertificates(db, userId, { limit: MOST_ENTRIES, offset: 0 }),
  ]);
  // A book's hours count once, on whichever of its two certificates they stand.
  const hoursOfBooks = new Map(rows.map((row) => [row.bookId, row.hoursOfParticipation]));
  return {
    user_name: name,
    issued_at: now.toISOString(),
    entries: rows.map((row) => ({
      certificate_unique_id: row.uniqueId,
      certificate_type: row.kind,
      certificate_title: row.title,
      book_title: row.bookTitle,
      book_version: row.bookVersion,
      provider: row.provider,
      submission_date: row.completedOn,
      hours_of_participation: row.hoursOfParticipation,
      credits_maximum: row.creditsMaximum,
      credits_claimed: row.creditsClaimed,
    })),
    total_hours: [...hoursOfBooks.values()].reduce((sum, hours) => sum + hours, 0),
    total_credits_claimed: rows.reduce((sum, { creditsClaimed }) => sum + (creditsClaimed ?? 0), 0),
  };
}

const COLUMNS = [
  'submission_date',
  'book_title',
  'book_version',
  'certificate_title',
  'certificate_type',
  'provider',
  'hours_of_participation',
  'credits_maximum',
  'credits_claimed',
  'certificate_unique_id',
] as const;

/** With a byte order mark, because spreadsheets read Arabic wrongly without; cells that would run are defused. */
export const transcriptCsv = ({ entries }: Transcript): string =>
  stringify([...entries].reverse(), {
    header: true,
    columns: [...COLUMNS],
    bom: true,
    escape_formulas: true,
  });
