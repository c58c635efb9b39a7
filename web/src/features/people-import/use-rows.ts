import type { ImportedRow } from '@vesalius/contract/people-import';
import { useEffect, useRef, useState } from 'react';
import { asCsv } from '../../lib/csv.ts';
import { type Freed, freedBy } from './freed-seats.tsx';
import type { PeopleImportClient } from './import-client.ts';
import { sameText, withMends } from './kept-mends.ts';
import { isGood, ROWS_AT_ONCE } from './use-import.ts';
import type { Mends } from './use-mends.ts';

/**
 * The rows of a file while they are corrected. The server validates a row when one of its fields loses the focus. The
 * response counts only if the row is unchanged, because the user may have typed on.
 */
export function useRows(
  client: PeopleImportClient,
  { rows: given, freed: freedAtFirst }: { rows: readonly ImportedRow[]; freed: Freed },
  { before, remember }: Pick<Mends, 'before' | 'remember'>,
  { importId, onFailure }: { importId: string; onFailure: (error: unknown) => void },
) {
  const [rows, setRows] = useState<readonly ImportedRow[]>(() => withMends(given, before()));
  const latest = useRef(rows);
  const freed = useRef(freedAtFirst);
  const asking = useRef(0);
  const trials = useRef(new Set<Promise<unknown>>());

  const change = (number: number, next: Partial<ImportedRow>): void => {
    latest.current = latest.current.map((each) => (each.row === number ? { ...each, ...next } : each));
    setRows(latest.current);
    remember(given, latest.current);
  };
  const find = (number: number) => latest.current.find(({ row }) => row === number);

  async function ask(sent: readonly ImportedRow[]): Promise<void> {
    const users = sent.map(({ email, first_name, second_name }) => ({ email, first_name, second_name }));
    const { rows: answers } = await client.add(users, { importId, isDryRun: true });
    for (const [index, asked] of sent.entries()) {
      const answer = answers[index];
      const now = find(asked.row);
      if (!answer || !now || !sameText(now, asked)) continue;
      const repeated = latest.current.some(
        (each) => each.row !== asked.row && each.email === answer.email && isGood(each),
      );
      change(asked.row, {
        email: answer.email,
        fields: answer.fields,
        outcome: repeated && isGood(answer) ? 'repeated' : answer.outcome,
      });
    }
  }

  /** Rows are validated one by one: only the server can say how many seats all of them need, and who gets none. */
  async function trySeats(): Promise<void> {
    const sent = latest.current;
    const lines = sent.map(({ email, first_name, second_name }) => [email, first_name, second_name]);
    const csv = new File([asCsv([['email', 'first_name', 'second_name'], ...lines])], 'people.csv', {
      type: 'text/csv',
    });
    const answer = await client.tryFile(csv, { import_id: importId });
    const isOfSeats = (row: ImportedRow) => isGood(row) || row.outcome === 'no_seat';
    for (const seated of answer.rows) {
      // The headings are line 1.
      const asked = sent[seated.row - 2];
      const now = asked && find(asked.row);
      if (
        now &&
        sameText(now, asked) &&
        isOfSeats(now) &&
        isOfSeats(seated) &&
        now.outcome !== seated.outcome
      )
        change(asked.row, { outcome: seated.outcome });
    }
    freed.current = freedBy(answer);
    setRows([...latest.current]);
  }
  async function askAll(sent: readonly ImportedRow[]): Promise<void> {
    asking.current += 1;
    await ask(sent).finally(() => {
      asking.current -= 1;
    });
    if (client.group === 'members' && asking.current === 0) await trySeats();
  }

  function tryRows(tried: readonly ImportedRow[]): void {
    for (let from = 0; from < tried.length; from += ROWS_AT_ONCE) {
      const trial = askAll(tried.slice(from, from + ROWS_AT_ONCE));
      trials.current.add(trial);
      const forget = () => void trials.current.delete(trial);
      trial.then(forget, (error) => {
        forget();
        onFailure(error);
      });
    }
  }
  const tryAgain = (number: number): void => tryRows(latest.current.filter(({ row }) => row === number));
  /** Changes rows and has the server validate them, all together. */
  const correct = (next: ReadonlyMap<number, Partial<ImportedRow>>): void => {
    for (const [number, texts] of next) change(number, texts);
    tryRows(latest.current.filter(({ row }) => next.has(row)));
  };

  // Corrections of an earlier visit are validated like new ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the rows of the file
  useEffect(() => {
    const restored = latest.current.filter((row, index) => row !== given[index]);
    if (restored.length === 0) return;
    remember(given, latest.current);
    tryRows(restored);
  }, []);

  /** The rows after all running validations; null if one of them failed. */
  async function whenTried(): Promise<readonly ImportedRow[] | null> {
    const outcomes = await Promise.allSettled(trials.current);
    return outcomes.some(({ status }) => status === 'rejected') ? null : latest.current;
  }
  return { rows, freed, change, correct, tryAgain, whenTried };
}
