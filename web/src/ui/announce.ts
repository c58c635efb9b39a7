/**
 * What changed on the page, for those who hear it: one sentence, read when the screen reader has finished its own. The
 * region that holds it is always in the document (`announcer.tsx`), for one that arrives with its text is not read.
 */
export interface Announcement {
  readonly id: number;
  readonly text: string;
  /** Of the text, where it is not the page's. */
  readonly language: string | undefined;
}

let current: Announcement | null = null;
const listeners = new Set<() => void>();

export function announce(text: string, language?: string): void {
  current = { id: (current?.id ?? 0) + 1, text, language };
  for (const listener of listeners) listener();
}

export const getAnnouncement = (): Announcement | null => current;
export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
