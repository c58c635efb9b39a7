import type { Annotation, HighlightColor, NewAnnotation } from '@vesalius/contract/reader';
import { asNew, bothTexts } from './offline/changes.ts';

export interface NoteCalls {
  createAnnotation(body: NewAnnotation & { id: string }): Promise<Annotation>;
  updateAnnotation(
    id: string,
    body: { text?: string; color?: HighlightColor; unchanged_since?: string },
  ): Promise<Annotation>;
  deleteAnnotation(id: string, unchangedSince: string | undefined): Promise<void>;
  listAnnotations(bookId: string): Promise<readonly Annotation[]>;
}

export interface NoteEdit {
  readonly text?: string;
  readonly color?: HighlightColor;
  /** The note as its writer saw it. */
  readonly before: Annotation;
  /** Its `updated_at`; undefined if unknown. */
  readonly base: string | undefined;
  /** The id of a second note, created if both texts are too long for one. */
  readonly spareId: string;
  readonly at: string;
}

export interface SavedNote {
  readonly stored: Annotation;
  /** The base of the same writer's next change. */
  readonly base: string;
  /** It was changed elsewhere meanwhile: both texts are stored. */
  readonly merged: boolean;
}

export const isEditedMeanwhile = (error: unknown): boolean => codeOf(error) === 'edited_meanwhile';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
export const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

/** Never overwrites a text that its writer has not seen: both are kept. */
export async function saveNote(calls: NoteCalls, bookId: string, edit: NoteEdit): Promise<SavedNote> {
  const { text, color, before, base, spareId, at } = edit;
  const colored = color === undefined ? {} : { color };
  const written: Annotation = {
    ...before,
    color: color ?? before.color,
    note: { ...before.note, text: text ?? before.note.text },
  };
  try {
    const body =
      text === undefined ? colored : { ...colored, text, ...(base ? { unchanged_since: base } : {}) };
    const stored = await calls.updateAnnotation(before.id, body);
    return { stored, base: stored.updated_at, merged: false };
  } catch (error) {
    if (!isGone(error) && !isEditedMeanwhile(error)) throw error;
    const theirs = (await calls.listAnnotations(bookId)).find((each) => each.id === before.id);
    if (!theirs) {
      // Deleted elsewhere and changed here: it is created again with the new text.
      const stored = await calls.createAnnotation(asNew(bookId, written));
      return { stored, base: stored.updated_at, merged: false };
    }
    // The next change was also made without seeing their text, so it must be merged in the same way.
    const stale = base ?? before.updated_at;
    const both = bothTexts(theirs.note.text, text ?? '', before.note.text, at);
    if (both === null) {
      await calls.createAnnotation(asNew(bookId, written, spareId));
      return { stored: theirs, base: stale, merged: true };
    }
    const stored = await calls.updateAnnotation(before.id, {
      ...colored,
      text: both,
      unchanged_since: theirs.updated_at,
    });
    return { stored, base: stale, merged: both !== theirs.note.text && both !== text };
  }
}
