/** Who may do what with a work, and the works with which calls are tried. */
import { buildBook, buildWork } from '../factories.ts';
import { ladder, only, type Rule } from './row.ts';
import type { World } from './world.ts';

export const reviews = only(
  ['staff', 'producer', 'author', 'editor'],
  404,
  'staff, and producers, authors and editors of the book; for others it does not exist',
);
export const edits = ladder(
  ['staff', 'producer'],
  ['author', 'editor'],
  'staff and producers of the book; its authors and editors are refused, for others it does not exist',
);
export const at = ({ book }: World) => ({ params: { id: book.id } });

/** A work with nothing to publish: callers that may publish it are told so. */
export const editsInVain = (status: number, words: string): Rule => ({
  words,
  of: (caller) => {
    const held = edits.of(caller);
    return held === 'ok' ? status : held;
  },
});
/** A separate book, so that the one that other calls use stays published. */
export const atOwnBook = async ({ t, people }: World, manifest: Record<string, unknown> = {}) => {
  const assigned = { authors: [people.author.email], editors: [people.editor.email] };
  const { id } = await buildBook(t.deps.db, assigned);
  await buildWork(t.deps.db, { id, manifest, producers: [people.producer.email] });
  return { params: { id } };
};
