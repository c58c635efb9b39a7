import { defineCalls } from './calls.ts';

/** Cards that readers make of their highlights, reviewed beside the questions that went wrong. */
export const cardsCalls = defineCalls({
  listCards: { method: 'GET', path: '/cards', portals: ['customer'], needsAccount: true },
  createCard: { method: 'POST', path: '/cards', portals: ['customer'] },
  updateCard: { method: 'PATCH', path: '/cards/:id', portals: ['customer'] },
  deleteCard: { method: 'DELETE', path: '/cards/:id', portals: ['customer'] },
  answerCard: { method: 'POST', path: '/cards/:id/answers', portals: ['customer'] },
  /** The cards as a package for Anki. */
  downloadCards: { method: 'GET', path: '/cards/anki', portals: ['customer'], needsAccount: true },
});
