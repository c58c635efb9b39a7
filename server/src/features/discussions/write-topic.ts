import type { NewTopicBody, TopicBody } from '@vesalius/contract/discussions';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { scheduleUnusedCheck } from '../../platform/unused-uploads.ts';
import type { Actor } from '../accounts/actor.ts';
import { cleanHtml, hasContent, isReasonable, previewOf } from './clean-html.ts';
import { mayEdit, ownableTypeOf } from './policy.ts';
import { imagesOf } from './topic-images.ts';
import { findLinkedPage, findTopic, insertTopic, type TopicText, updateTopic } from './topic-queries.ts';

type Given = z.output<typeof TopicBody>['topic'];

/** Idempotent: a repeated request with the same id changes nothing. */
export async function createTopic(
  db: Db,
  actor: Actor,
  { programId, topic }: { programId: string; topic: z.output<typeof NewTopicBody>['topic'] },
  now: Date,
): Promise<string> {
  const text = await textOf(db, programId, topic);
  const id = topic.id ?? newId();
  const isNew = await inTransaction(db, (tx) =>
    insertTopic(
      tx,
      { ...text, id, programId, ownerId: actor.userId, ownableType: ownableTypeOf(actor) },
      now,
    ),
  );
  if (isNew) return id;
  const stored = await findTopic(db, programId, id);
  // The id belongs to a topic of another user or program, which this user must not learn of.
  demand(stored?.ownerId === actor.userId, 'not_found');
  return id;
}

/** A request with the version that was read does not overwrite later changes. */
export async function changeTopic(
  db: Db,
  actor: Actor,
  { programId, topicId, topic }: { programId: string; topicId: string; topic: Given },
  now: Date,
): Promise<void> {
  const topicRow = await findTopic(db, programId, topicId);
  demand(topicRow, 'not_found');
  demand(mayEdit(actor, topicRow), 'not_allowed');
  const text = await textOf(db, programId, topic);
  await inTransaction(db, async (tx) => {
    const written = await updateTopic(tx, { ...text, id: topicId, version: topic.version }, now);
    demand(written, 'edited_meanwhile');
    const kept = imagesOf(text.content);
    await scheduleUnusedCheck(
      tx,
      imagesOf(topicRow.content).filter((key) => !kept.includes(key)),
      now,
    );
  });
}

async function textOf(db: Db, programId: string, topic: Omit<Given, 'version'>): Promise<TopicText> {
  demand(isReasonable(topic.content), 'invalid', { 'topic.content': VALUE_MESSAGES.contentTooManyElements });
  const content = cleanHtml(topic.content);
  demand(hasContent(content), 'invalid', { 'topic.content': VALUE_MESSAGES.contentRequired });
  const link = topic.page_link ? { bookId: topic.page_link.book_id, page: topic.page_link.page } : null;
  if (link) await demandLinkedPage(db, programId, link);
  return { title: topic.title, content, preview: previewOf(content), link };
}

export async function demandLinkedPage(
  db: Db,
  programId: string,
  link: { bookId: string; page: number },
): Promise<void> {
  demand(await findLinkedPage(db, programId, link), 'invalid', {
    page_link: VALUE_MESSAGES.pageElsewhere,
  });
}
