/**
 * A change on the page, announced by screen readers after they finish their current sentence. The live region is always
 * in the document (`announcer.tsx`), because a region that is inserted together with its text is not announced.
 */
export interface Announcement {
  readonly id: number;
  readonly text: string;
  /** The text's language, if it differs from the page's. */
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
