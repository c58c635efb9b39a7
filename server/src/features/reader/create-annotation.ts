import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Annotation, NewAnnotation } from '@vesalius/contract/reader';
import type { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { findAnnotation, findPageText, insertAnnotation } from './annotation-queries.ts';
import { toAnnotation } from './annotations.ts';
import { contextIn } from './find-quote.ts';
import { findRelease } from './queries.ts';

/** Idempotent: a repeated request with the same id returns the stored annotation. */
export async function createAnnotation(
  deps: Deps,
  actor: Actor,
  fields: z.output<typeof NewAnnotation>,
): Promise<Annotation> {
  const now = deps.clock.now();
  await demandAccess(deps.db, actor, fields.book_id, now);
  const book = await findRelease(deps.db, fields.book_id);
  demand(book && fields.note.pageNumber <= book.pages, 'invalid', {
    'note.pageNumber': VALUE_MESSAGES.noSuchPage,
  });
  const { pageNumber, quote } = fields.note;
  const told = { quoteBefore: fields.quote_before, quoteAfter: fields.quote_after };
  const isTold = quote.trim() === '' || told.quoteBefore !== '' || told.quoteAfter !== '';
  const text = isTold ? null : await findPageText(deps.db, fields.book_id, pageNumber);
  const context = (text && contextIn(text, quote)) || told;
  const id = fields.id ?? newId();
  await insertAnnotation(
    deps.db,
    actor,
    {
      id,
      bookId: fields.book_id,
      userId: actor.userId,
      pageNumber,
      quote,
      ...context,
      rects: fields.rects,
      color: fields.color,
      text: fields.note.text.trim(),
      forEditors: fields.for_editors,
    },
    now,
  );
  const stored = await findAnnotation(deps.db, id);
  // The id belongs to another user's annotation, which this user must not learn of.
  demand(stored && stored.userId === actor.userId, 'not_found');
  return toAnnotation(stored, actor, true);
}
