import { bookLifeEndpoints } from '@vesalius/contract/book-life';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { readBookLife } from './read-book-life.ts';

export function bookLifeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, bookLifeEndpoints, {
    getBookLife: ({ actor, query }) => readBookLife(deps, actor, query.book_id),
  });
}
