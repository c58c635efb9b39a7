import type { ImportedRow } from '@vesalius/contract/people-import';
import { useRef, useState } from 'react';
import type { PeopleImportClient } from './import-client.ts';
import { isGood } from './use-import.ts';

const sameText = (one: ImportedRow, other: ImportedRow): boolean =>
  one.email === other.email && one.first_name === other.first_name && one.second_name === other.second_name;

/**
 * The rows of a file while they are corrected. The server tries a row when one of its fields is left; its answer counts
 * only if the row still holds what was sent, because somebody may have typed on.
 */
export function useRows(client: PeopleImportClient, given: readonly ImportedRow[]) {
  const [rows, setRows] = useState(given);
  const latest = useRef(given);
  const trials = useRef(new Set<Promise<unknown>>());

  const change = (number: number, next: Partial<ImportedRow>): void => {
    latest.current = latest.current.map((each) => (each.row === number ? { ...each, ...next } : each));
    setRows(latest.current);
  };
  const find = (number: number) => latest.current.find(({ row }) => row === number);

  async function ask(sent: ImportedRow): Promise<void> {
    const { email, first_name, second_name } = sent;
    const { rows: answers } = await client.add([{ email, first_name, second_name }], { isDryRun: true });
    const [answer] = answers;
    const now = find(sent.row);
    if (!answer || !now || !sameText(now, sent)) return;
    const repeated = latest.current.some(
      (each) => each.row !== sent.row && each.email === answer.email && isGood(each),
    );
    change(sent.row, {
      email: answer.email,
      fields: answer.fields,
      outcome: repeated && isGood(answer) ? 'repeated' : answer.outcome,
    });
  }

  /** Rejects with the call's error. */
  function tryAgain(number: number): Promise<void> {
    const row = find(number);
    if (!row) return Promise.resolve();
    const trial = ask(row);
    trials.current.add(trial);
    const forget = () => void trials.current.delete(trial);
    trial.then(forget, forget);
    return trial;
  }

  /** The rows when every trial that is under way has ended; null if one of them failed. */
  async function whenTried(): Promise<readonly ImportedRow[] | null> {
    const outcomes = await Promise.allSettled(trials.current);
    return outcomes.some(({ status }) => status === 'rejected') ? null : latest.current;
  }
  return { rows, change, tryAgain, whenTried };
}
