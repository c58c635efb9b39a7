import { defineCalls } from './calls.ts';

/** Topics and comments of a program. Specification, document 2 section 7 "Topics and comments". */
export const discussionsCalls = defineCalls({
  /** Query: search_term, page, items. */
  listTopics: { method: 'GET', path: '/programs/:id/topics', portals: ['customer', 'program_director'] },
  createTopic: { method: 'POST', path: '/programs/:id/topics', portals: ['customer', 'program_director'] },
  getTopic: {
    method: 'GET',
    path: '/programs/:id/topics/:topicId',
    portals: ['customer', 'program_director'],
  },
  replaceTopic: { method: 'PUT', path: '/programs/:id/topics/:topicId', portals: ['program_director'] },
  updateTopic: { method: 'PATCH', path: '/programs/:id/topics/:topicId', portals: ['customer'] },
  deleteTopic: {
    method: 'DELETE',
    path: '/programs/:id/topics/:topicId',
    portals: ['customer', 'program_director'],
  },
  createComment: {
    method: 'POST',
    path: '/programs/:id/topics/:topicId/comments',
    portals: ['customer', 'program_director'],
  },
  deleteComment: {
    method: 'DELETE',
    path: '/programs/:id/topics/:topicId/comments/:commentId',
    portals: ['customer', 'program_director'],
  },
  /** A director hides a comment, with a reason. */
  hideComment: {
    method: 'POST',
    path: '/programs/:id/topics/:topicId/comments/:commentId/hide',
    portals: ['program_director'],
  },
  showComment: {
    method: 'DELETE',
    path: '/programs/:id/topics/:topicId/comments/:commentId/hide',
    portals: ['program_director'],
  },
  /** The daily mail about new comments. */
  getDigestChoice: {
    method: 'GET',
    path: '/topics/digest',
    portals: ['customer', 'program_director'],
    needsAccount: true,
  },
  setDigestChoice: { method: 'PATCH', path: '/topics/digest', portals: ['customer', 'program_director'] },
});
