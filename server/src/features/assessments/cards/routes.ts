import { cardsEndpoints } from '@vesalius/contract/cards';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { answerCard, changeCard, createCard, listCards, removeCard } from './cards.ts';
import { packCards } from './pack-cards.ts';

export function cardsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, cardsEndpoints, {
    listCards: ({ actor, query }) => listCards(deps, actor, query),
    createCard: ({ actor, body }) => createCard(deps, actor, body),
    updateCard: ({ actor, params, body }) => changeCard(deps, actor, params.id, body),
    deleteCard: ({ actor, params }) => removeCard(deps, actor, params.id),
    answerCard: ({ actor, params, body }) => answerCard(deps, actor, params.id, body.grade),
    downloadCards: async ({ actor, query, reply }) =>
      reply
        .type('application/octet-stream')
        .header('content-disposition', 'attachment; filename="vesalius-cards.apkg"')
        .send(await packCards(deps, actor, query.book_id)),
  });
}
