import { z } from 'zod';
import { Id, ListQuery, listOf, PageNumber, Timestamp } from './atoms.ts';
import { REASON_MIN_LENGTH } from './constants.ts';
import { discussionsCalls } from './discussions-calls.ts';
import {
  COMMENT_MAX_LENGTH,
  HIDE_REASON_MAX_LENGTH,
  OWNABLE_TYPES,
  TOPIC_CONTENT_MAX_LENGTH,
  TOPIC_TITLE_MAX_LENGTH,
  TOPICS_PER_PAGE,
} from './discussions-limits.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { visibleText } from './visible-text.ts';
import { ShownText, WrittenText } from './written-text.ts';

/** A page of a book of the program that a topic or a comment links to. */
const PageLink = z.object({ book_id: Id, page: PageNumber });
const ShownPageLink = PageLink.extend({ book_title: z.string() });

export const Comment = z.object({
  id: Id,
  commentable_id: Id,
  /** Plain text; empty for users who cannot see it because a director has hidden it. */
  content: ShownText,
  comment_owner_name: z.string(),
  comment_owner_image: z.string().nullable(),
  created_at: Timestamp,
  page_link: ShownPageLink.nullable(),
  hidden: z.object({ reason: ShownText }).nullable(),
  /** What the caller may do. */
  can_delete: z.boolean(),
  can_hide: z.boolean(),
});
export type Comment = z.output<typeof Comment>;

const topic = {
  id: Id,
  program_id: Id,
  title: z.string(),
  created_at: Timestamp,
  topic_owner_name: z.string(),
  topic_owner_image: z.string().nullable(),
  ownable_id: Id,
  ownable_type: z.enum(OWNABLE_TYPES),
  number_of_comments: z.number().int(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
};
/** A row of the list, with the beginning of the content as cleaned HTML. */
export const TopicRow = z.object({ ...topic, preview: ShownText });
export type TopicRow = z.output<typeof TopicRow>;
export const Topic = z.object({
  ...topic,
  /** Cleaned HTML. */
  content: ShownText,
  updated_at: Timestamp,
  /** Sent back with a change, so that it does not overwrite another one. */
  version: z.number().int(),
  page_link: ShownPageLink.nullable(),
  comments: z.array(Comment),
});
export type Topic = z.output<typeof Topic>;

export const TopicBody = z.object({
  topic: z.object({
    title: z.string().overwrite(visibleText).min(1, VALUE_MESSAGES.titleRequired).max(TOPIC_TITLE_MAX_LENGTH),
    content: WrittenText.min(1, VALUE_MESSAGES.contentRequired).max(TOPIC_CONTENT_MAX_LENGTH),
    page_link: PageLink.nullish(),
    /** Undefined = replace any version. */
    version: z.number().int().optional(),
  }),
});
/** Made by the sender: what is sent again with it is stored once. */
const sentId = { id: Id.optional() };
export const NewTopicBody = z.object({ topic: TopicBody.shape.topic.omit({ version: true }).extend(sentId) });

const content = WrittenText.refine((text) => visibleText(text) !== '', VALUE_MESSAGES.commentRequired).max(
  COMMENT_MAX_LENGTH,
);
/** `{comment: {content}}`, or just `{content}`. */
export const CommentBody = z.union([
  z.object({ comment: z.object({ ...sentId, content, page_link: PageLink.nullish() }) }),
  z.object({ ...sentId, content, page_link: PageLink.nullish() }).transform((comment) => ({ comment })),
]);

const DigestChoice = z.object({ wants_digest: z.boolean() });
const edit = {
  summary: 'Change an own topic',
  body: TopicBody,
  answer: Topic,
  errors: ['not_allowed', 'edited_meanwhile'],
  bodyLimit: 300_000,
} as const;

export const discussionsEndpoints = defineEndpoints(discussionsCalls, {
  listTopics: {
    summary: 'Topics of a program, newest first',
    query: ListQuery.extend({
      search_term: z.string().trim().max(100).optional(),
      items: z.coerce.number().int().min(1).max(100).default(TOPICS_PER_PAGE),
    }),
    answer: listOf(TopicRow),
  },
  createTopic: {
    summary: 'Add a topic',
    body: NewTopicBody,
    answer: Topic,
    status: 201,
    errors: ['image_upload_failed'],
    bodyLimit: 300_000,
  },
  getTopic: { summary: 'A topic with its comments', answer: Topic },
  replaceTopic: edit,
  updateTopic: edit,
  deleteTopic: { summary: 'Delete a topic with its comments', errors: ['not_allowed'] },
  createComment: { summary: 'Write a comment', body: CommentBody, answer: Comment, status: 201 },
  deleteComment: { summary: 'Delete an own comment', errors: ['not_allowed'] },
  hideComment: {
    summary: 'Hide a comment from the students, with a reason',
    body: z.object({ reason: WrittenText.min(REASON_MIN_LENGTH).max(HIDE_REASON_MAX_LENGTH) }),
    answer: Comment,
  },
  showComment: { summary: 'Show a hidden comment again', status: 200, answer: Comment },
  getDigestChoice: { summary: 'Whether a daily mail tells of new comments', answer: DigestChoice },
  setDigestChoice: {
    summary: 'Switch the daily mail on or off',
    body: DigestChoice,
    answer: DigestChoice,
  },
});
export type DiscussionsEndpoints = typeof discussionsEndpoints;
