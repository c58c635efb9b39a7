import type { Annotation, HighlightColor, NewAnnotation } from '@vesalius/contract/reader';
import { getSession } from '../../../lib/session.ts';

/** One change made offline. */
export type Change =
  | { readonly kind: 'create'; readonly note: NewAnnotation & { id: string }; readonly at: string }
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly text?: string;
      readonly color?: HighlightColor;
      /** The complete note before the change: if it was deleted elsewhere meanwhile, the new text is not lost. */
      readonly before: Annotation;
      /** The id of a second note, created if both texts are too long for one. */
      readonly spareId: string;
      readonly at: string;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly at: string }
  | {
      readonly kind: 'place';
      readonly page: number;
      /** Absent in changes queued by an earlier release: then the page itself counts. */
      readonly shown?: readonly number[];
      readonly at: string;
    };

export const noteIdOf = (change: Change): string | null =>
  change.kind === 'place' ? null : change.kind === 'create' ? change.note.id : change.id;

/** A new note as it is shown before the server has stored it. */
export const shownNote = (fields: NewAnnotation & { id: string }, at: string): Annotation => ({
  id: fields.id,
  author_name: '',
  is_own: true,
  note: { quote: '', text: '', ...fields.note, pageNumber: Number(fields.note.pageNumber) },
  color: fields.color ?? 'yellow',
  rects: fields.rects ?? [],
  quote_before: fields.quote_before ?? '',
  quote_after: fields.quote_after ?? '',
  orphaned: false,
  // Decided when it is written: it may be sent after its author has become an editor.
  for_editors: fields.for_editors ?? getSession()?.role === 'editor',
  created_at: at,
  updated_at: at,
});

/** The server's list with the queued changes applied. */
export function withChanges(list: readonly Annotation[], changes: readonly Change[]): Annotation[] {
  const notes = new Map(list.map((each) => [each.id, each]));
  for (const change of changes) {
    if (change.kind === 'create') {
      if (!notes.has(change.note.id)) notes.set(change.note.id, shownNote(change.note, change.at));
    } else if (change.kind === 'delete') notes.delete(change.id);
    else if (change.kind === 'update') {
      const now = notes.get(change.id) ?? change.before;
      notes.set(change.id, {
        ...now,
        color: change.color ?? now.color,
        note: { ...now.note, text: change.text ?? now.note.text },
      });
    }
  }
  return [...notes.values()].sort((a, b) => a.note.pageNumber - b.note.pageNumber);
}

/** The list after the server has stored a change, possibly with more than was sent. */
export function withStored(
  list: readonly Annotation[],
  change: Change,
  stored: Annotation | null,
): Annotation[] {
  if (!stored) return withChanges(list, [change]);
  const others = list.filter((each) => each.id !== stored.id);
  return withChanges([...others, stored], []);
}

/** The maximum length of a note's text (contract). */
export const LONGEST_TEXT = 10_000;

/**
 * Joins both texts, the other device's first, because only their writer can choose. If their text ends with the text
 * that was changed here (`before`), that part is replaced. Null if they do not fit into one note.
 */
export function bothTexts(theirs: string, mine: string, before: string, at: string): string | null {
  if (mine === '' || theirs.includes(mine)) return theirs;
  if (theirs === '' || mine.includes(theirs)) return mine;
  const kept =
    before !== '' && theirs.endsWith(before)
      ? theirs.slice(0, -before.length)
      : `${theirs}\n\n— ${at.slice(0, 16).replace('T', ' ')} —\n`;
  return kept.length + mine.length <= LONGEST_TEXT ? kept + mine : null;
}

/** A note that is created again after a deletion. With the same id, it is the same note. A private one stays private. */
export const asNew = (bookId: string, note: Annotation, id = note.id): NewAnnotation & { id: string } => ({
  id,
  book_id: bookId,
  note: note.note,
  color: note.color,
  rects: note.rects,
  quote_before: note.quote_before,
  quote_after: note.quote_after,
  for_editors: note.for_editors,
});
