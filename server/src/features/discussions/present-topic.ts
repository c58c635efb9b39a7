import type { Comment, TopicRow as ShownRow, Topic } from '@vesalius/contract/discussions';
import type { Actor } from '../accounts/actor.ts';
import { mayDelete, mayDeleteComment, mayEdit, mayHide } from './policy.ts';
import type { CommentRow, FullTopicRow, PageLink, TopicListRow, TopicRow } from './topic-queries.ts';

const imageOf = (key: string | null) => key && `/files/${key}`;
const linkOf = (link: PageLink | null) =>
  link && { book_id: link.bookId, book_title: link.bookTitle, page: link.page };

const shared = (actor: Actor, row: TopicRow) => ({
  id: row.id,
  program_id: row.programId,
  title: row.title,
  created_at: row.createdAt.toISOString(),
  topic_owner_name: row.ownerName,
  topic_owner_image: imageOf(row.ownerImageKey),
  ownable_id: row.ownerId,
  ownable_type: row.ownableType,
  number_of_comments: row.comments,
  can_edit: mayEdit(actor, row),
  can_delete: mayDelete(actor, row),
});

export const topicRow = (actor: Actor, row: TopicListRow): ShownRow => ({
  ...shared(actor, row),
  preview: row.preview,
});

export const topicView = (actor: Actor, row: FullTopicRow, comments: readonly CommentRow[]): Topic => ({
  ...shared(actor, row),
  content: row.content,
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
  page_link: linkOf(row.link),
  comments: comments.map((comment) => commentView(actor, comment)),
});

/** A hidden comment leaves a placeholder with the reason; only directors and its author get the text. */
export function commentView(actor: Actor, row: CommentRow): Comment {
  const isOwn = row.ownerId === actor.userId;
  const seen = row.hiddenReason === null || mayHide(actor) || isOwn;
  return {
    id: row.id,
    commentable_id: row.topicId,
    content: seen ? row.content : '',
    comment_owner_name: row.ownerName,
    comment_owner_image: imageOf(row.ownerImageKey),
    created_at: row.createdAt.toISOString(),
    page_link: seen ? linkOf(row.link) : null,
    hidden: row.hiddenReason === null ? null : { reason: row.hiddenReason },
    can_delete: mayDeleteComment(actor, row),
    can_hide: mayHide(actor),
  };
}
