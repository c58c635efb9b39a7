import type { DraftAnswer } from '@vesalius/contract/assessments';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';

/**
 * Answers that the server has not confirmed yet. The browser stores them, so that a lost connection or a closed tab
 * loses none.
 */
export type Pending = Readonly<Record<string, Omit<DraftAnswer, 'question_id'>>>;

export function readPending(kind: string, subjectId: string): Pending {
  try {
    return JSON.parse(readUserEntry(userKey('draft:', kind, subjectId)) ?? '{}') as Pending;
  } catch {
    return {};
  }
}

export function writePending(kind: string, subjectId: string, pending: Pending): void {
  const isEmpty = Object.keys(pending).length === 0;
  writeUserEntry(userKey('draft:', kind, subjectId), isEmpty ? null : JSON.stringify(pending));
}
