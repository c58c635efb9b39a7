import type { Language } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import { type TitleInLetter, titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { type LinkedAssignments, linkedAssignments } from './linked-assignments.ts';

/** A program that a director leads. */
export interface DirectedProgram {
  readonly id: string;
  readonly name: TitleInLetter;
}

export async function listDirectedPrograms(db: Db, userId: string): Promise<DirectedProgram[]> {
  const rows = await many(
    db,
    sql<{ id: string; name: string }>`select p.id, p.name from users u
      join program_directors d on d.user_id = u.id join programs p on p.id = d.program_id
      where u.id = ${userId} and u.role = 'program_director' and u.deleted_at is null order by p.name, p.id`,
  );
  return rows.map(({ id, name }) => ({ id, name: titleInLetter(name) }));
}

/** The names of those programs whose student the user is. */
export async function listStudentPrograms(
  db: Db,
  userId: string,
  programIds: readonly string[],
): Promise<TitleInLetter[]> {
  const rows = await many(
    db,
    sql<{ name: string }>`select p.name from program_students s join programs p on p.id = s.program_id
      where s.user_id = ${userId} and p.id = any(${[...programIds]}::uuid[]) order by p.name, p.id`,
  );
  return rows.map(({ name }) => titleInLetter(name));
}

const WORDS = {
  en: {
    programs: 'Your programs',
    director: 'Director',
    assigned: (names: string) => `You direct: ${names}.`,
    added: (names: string) => `You now direct: ${names}.`,
    separator: ', ',
  },
  ar: {
    programs: 'برامجك',
    director: 'مدير البرنامج',
    assigned: (names: string) => `تدير: ${names}.`,
    added: (names: string) => `تدير الآن: ${names}.`,
    separator: '، ',
  },
} as const;

/** The sentence and the links about the programs, for a letter; neither if there are none. `are`: all of them, or new ones. */
export function programsInLetter(
  language: Language,
  programs: readonly DirectedProgram[],
  publicUrl: string,
  are: 'assigned' | 'added' = 'assigned',
): LinkedAssignments {
  const words = WORDS[language];
  return linkedAssignments(
    programs.map(({ name }) => name),
    programs.map(({ id, name }) => ({
      ...{ label: name, url: `${publicUrl}/programs/${id}/overview`, detail: words.director },
    })),
    { title: words.programs, separator: words.separator, sentence: words[are] },
  );
}
