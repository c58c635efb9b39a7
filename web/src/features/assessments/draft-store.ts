import type { DraftAnswer } from '@vesalius/contract/assessments';

/**
 * Answers that the server has not confirmed yet, kept in the browser: a lost connection or a closed tab loses none.
 * A thin shell around local storage that bears its absence.
 */
export type Pending = Readonly<Record<string, Omit<DraftAnswer, 'question_id'>>>;

const keyOf = (userId: string, kind: string, subjectId: string) => `draft:${userId}:${kind}:${subjectId}`;

export function readPending(userId: string, kind: string, subjectId: string): Pending {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, kind, subjectId)) ?? '{}') as Pending;
  } catch {
    return {};
  }
}

export function writePending(userId: string, kind: string, subjectId: string, pending: Pending): void {
  try {
    const key = keyOf(userId, kind, subjectId);
    if (Object.keys(pending).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(pending));
  } catch {
    // storage is off or full: the server's copy remains
  }
}
