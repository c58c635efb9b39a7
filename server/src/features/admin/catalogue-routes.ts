import { publishingAdminEndpoints } from '@vesalius/contract/publishing-admin';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, sliceOf } from '../../platform/lists.ts';
import { mount } from '../accounts/mount.ts';
import { getBookPeople, listCatalogueBooks } from '../publishing/staff/book-people.ts';
import {
  createPackage,
  getCataloguePackage,
  listCataloguePackages,
  offerPackage,
  updatePackage,
} from '../publishing/staff/store-package.ts';
import {
  createProgram,
  getProgram,
  listCataloguePrograms,
  updateProgram,
} from '../publishing/staff/store-program.ts';
import {
  createPublisher,
  getPublisher,
  listCataloguePublishers,
  updatePublisher,
} from '../publishing/staff/store-publisher.ts';
import {
  addProgramDirector,
  nameBookPerson,
  removeBookPerson,
  removeProgramDirector,
} from './assign-people.ts';

const ROWS_A_PAGE = 20;

interface Query {
  readonly page: number;
  readonly items?: number | undefined;
  readonly search_term?: string | undefined;
}
const askedOf = ({ page, items = ROWS_A_PAGE, search_term: search }: Query) => ({
  ...sliceOf(page, items),
  search: search || undefined,
});
const listed = <Row extends { count: number }>(rows: readonly Row[], { page, items = ROWS_A_PAGE }: Query) =>
  pageOf(rows, page, items, ({ count, ...row }) => row);

/** Packages, programs, publishers and the people of books, as staff create and change them. */
export function adminCatalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const packageOf = (id: string) => getCataloguePackage(db, id, clock.now());
  const programOf = (id: string) => getProgram(db, id, clock.now());
  const publisherOf = (id: string) => getPublisher(db, id, clock.now());
  mount(app, deps, publishingAdminEndpoints, {
    listCataloguePackages: async ({ query }) =>
      listed(await listCataloguePackages(db, { ...askedOf(query), now: clock.now() }), query),
    createPackage: async ({ actor, body }) => ({ id: await createPackage(deps, actor, body) }),
    getCataloguePackage: ({ params }) => packageOf(params.id),
    updatePackage: async ({ actor, params, body }) => {
      await updatePackage(deps, actor, params.id, body);
      return packageOf(params.id);
    },
    publishPackage: async ({ actor, params }) => {
      await offerPackage(deps, actor, { id: params.id, isOffered: true });
      return packageOf(params.id);
    },
    withdrawPackage: async ({ actor, params }) => {
      await offerPackage(deps, actor, { id: params.id, isOffered: false });
      return packageOf(params.id);
    },
    listPrograms: async ({ query }) => listed(await listCataloguePrograms(db, askedOf(query)), query),
    createProgram: async ({ actor, body }) => ({ id: await createProgram(deps, actor, body) }),
    getProgram: ({ params }) => programOf(params.id),
    updateProgram: async ({ actor, params, body }) => {
      await updateProgram(deps, actor, params.id, body);
      return programOf(params.id);
    },
    addProgramDirector: async ({ actor, params, body }) => {
      const { person_id: personId, previous } = body;
      await addProgramDirector(deps, actor, { programId: params.id, personId, previous });
      return programOf(params.id);
    },
    removeProgramDirector: async ({ actor, params }) =>
      void (await removeProgramDirector(deps, actor, { programId: params.id, personId: params.userId })),
    listCatalogueBooks: async ({ query }) =>
      listed(await listCatalogueBooks(db, { ...askedOf(query), now: clock.now() }), query),
    getBookPeople: ({ params }) => getBookPeople(db, params.id, clock.now()),
    addBookPerson: async ({ actor, params, body }) => {
      const { person_id: personId, role, previous } = body;
      await nameBookPerson(deps, actor, { bookId: params.id, personId, role, previous });
      return getBookPeople(db, params.id, clock.now());
    },
    removeBookPerson: async ({ actor, params, query }) =>
      void (await removeBookPerson(deps, actor, {
        bookId: params.id,
        email: query.email,
        role: query.book_role,
      })),
    listPublishers: async ({ query }) => listed(await listCataloguePublishers(db, askedOf(query)), query),
    createPublisher: async ({ actor, body }) => ({ id: await createPublisher(deps, actor, body) }),
    getPublisher: ({ params }) => publisherOf(params.id),
    updatePublisher: async ({ actor, params, body }) => {
      await updatePublisher(deps, actor, params.id, body);
      return publisherOf(params.id);
    },
  });
}
