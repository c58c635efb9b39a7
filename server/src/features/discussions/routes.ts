import { discussionsEndpoints, type Topic } from '@vesalius/contract/discussions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { setLetterChoice } from '../accounts/letter-choice.ts';
import { mount } from '../accounts/mount.ts';
import { createComment } from './create-comment.ts';
import { getDigestChoice } from './digest-queries.ts';
import { hideComment, removeComment, removeTopic } from './moderate.ts';
import { commentView, topicRow, topicView } from './present-topic.ts';
import { countTopics, findPlace, findTopic, listComments, listTopics } from './topic-queries.ts';
import { changeTopic, createTopic } from './write-topic.ts';

export function discussionsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const inProgram = async (actor: Actor, programId: string) =>
    demand(await findPlace(db, actor, programId), 'not_found');
  const read = async (actor: Actor, programId: string, topicId: string): Promise<Topic> => {
    const [topic, comments] = await Promise.all([
      findTopic(db, programId, topicId),
      listComments(db, topicId),
    ]);
    demand(topic, 'not_found');
    return topicView(actor, topic, comments);
  };
  const change = async ({
    actor,
    params,
    body,
  }: {
    actor: Actor;
    params: { id: string; topicId: string };
    body: { topic: Parameters<typeof changeTopic>[2]['topic'] };
  }) => {
    await inProgram(actor, params.id);
    const change = { programId: params.id, topicId: params.topicId, topic: body.topic };
    await changeTopic(db, actor, change, clock.now());
    return read(actor, params.id, params.topicId);
  };

  mount(app, deps, discussionsEndpoints, {
    listTopics: async ({ actor, params, query: { search_term: search, page, items } }) => {
      await inProgram(actor, params.id);
      const rows = await listTopics(db, params.id, { search, ...sliceOf(page, items) });
      const count = rows[0]?.count ?? (page > 1 ? await countTopics(db, params.id, search) : 0);
      return {
        data: rows.map((row) => topicRow(actor, row)),
        metadata: metadataOf(count, page, items),
      };
    },
    createTopic: async ({ actor, params, body }) => {
      await inProgram(actor, params.id);
      const topicId = await createTopic(db, actor, { programId: params.id, topic: body.topic }, clock.now());
      return read(actor, params.id, topicId);
    },
    getTopic: async ({ actor, params }) => {
      await inProgram(actor, params.id);
      return read(actor, params.id, params.topicId);
    },
    replaceTopic: change,
    updateTopic: change,
    deleteTopic: async ({ actor, params: { id: programId, topicId } }) => {
      await inProgram(actor, programId);
      await removeTopic(db, actor, { programId, topicId }, clock.now());
      return undefined;
    },
    createComment: async ({ actor, params: { id: programId, topicId }, body: { comment } }) => {
      await inProgram(actor, programId);
      return commentView(actor, await createComment(db, actor, { programId, topicId, comment }, clock.now()));
    },
    deleteComment: async ({ actor, params: { id: programId, topicId, commentId } }) => {
      await inProgram(actor, programId);
      await removeComment(db, actor, { programId, topicId, commentId });
      return undefined;
    },
    hideComment: async ({ actor, params: { id: programId, topicId, commentId }, body: { reason } }) => {
      await inProgram(actor, programId);
      const at = { programId, topicId, commentId, reason };
      return commentView(actor, await hideComment(db, actor, at, clock.now()));
    },
    showComment: async ({ actor, params: { id: programId, topicId, commentId } }) => {
      await inProgram(actor, programId);
      const at = { programId, topicId, commentId, reason: null };
      return commentView(actor, await hideComment(db, actor, at, clock.now()));
    },
    getDigestChoice: ({ actor }) => getDigestChoice(db, actor.userId),
    setDigestChoice: async ({ actor, body }) => {
      await setLetterChoice(db, { userId: actor.userId, letter: 'digest' }, body.wants_digest);
      return body;
    },
  });
}
