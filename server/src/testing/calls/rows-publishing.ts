/** The calls with which staff edit the catalogue: valid requests and who may make them. */
import type { publishingAdminEndpoints } from '@vesalius/contract/publishing-admin';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { buildBook, buildPackage, buildProgram } from '../factories.ts';
import { everybody, type Row } from './row.ts';
import type { World } from './world.ts';

let counter = 0;
const newSlug = () => `made-by-staff-${++counter}`;
const twoBooks = async ({ t }: World) => [(await buildBook(t.deps.db)).id, (await buildBook(t.deps.db)).id];
const newPackage = async (world: World) =>
  (await buildPackage(world.t.deps.db, { bookIds: await twoBooks(world) })).id;
const newProgram = async ({ t }: World) => (await buildProgram(t.deps.db)).id;
const newPublisher = async ({ t }: World): Promise<string> => {
  const id = newId();
  await sql`insert into publishers (id, slug, name, created_at)
    values (${id}, ${newSlug()}, 'A House', ${t.deps.clock.now()})`.execute(t.deps.db);
  return id;
};
const packageBody = async (world: World) => ({
  name: 'Two books',
  description: 'Both of them.',
  image_url: null,
  book_ids: await twoBooks(world),
});
const programBody = async (world: World) => ({
  name: 'Residency',
  photo_url: null,
  institution_id: world.institution.id,
  book_ids: await twoBooks(world),
});
const publisher = {
  name: 'A House',
  imprint: null,
  logo_url: null,
  website: 'https://house.example',
  contact_email: 'books@house.example',
};

export const publishingAdminRows: Record<keyof typeof publishingAdminEndpoints, Row> = {
  listCataloguePackages: { rule: everybody },
  createPackage: {
    rule: everybody,
    good: async (world) => ({ body: { ...(await packageBody(world)), slug: newSlug(), price: 100 } }),
  },
  getCataloguePackage: { rule: everybody, good: ({ bundle: { id } }) => ({ params: { id } }) },
  updatePackage: {
    rule: everybody,
    good: async (world) => ({
      params: { id: await newPackage(world) },
      body: { ...(await packageBody(world)), changed_at: null },
    }),
  },
  publishPackage: {
    rule: everybody,
    good: async (world) => ({ params: { id: await newPackage(world) } }),
  },
  withdrawPackage: {
    rule: everybody,
    good: async (world) => ({ params: { id: await newPackage(world) } }),
  },
  listPrograms: { rule: everybody },
  createProgram: {
    rule: everybody,
    good: async (world) => ({ body: { ...(await programBody(world)), slug: newSlug() } }),
  },
  getProgram: { rule: everybody, good: ({ program: { id } }) => ({ params: { id } }) },
  updateProgram: {
    rule: everybody,
    good: async (world) => ({
      params: { id: await newProgram(world) },
      body: { ...(await programBody(world)), changed_at: null },
    }),
  },
  addProgramDirector: {
    rule: everybody,
    good: async (world) => ({
      params: { id: await newProgram(world) },
      body: {
        person_id: (await world.double('verified')).id,
        previous: { role_name: 'customer', book_ids: [], program_ids: [] },
      },
    }),
  },
  removeProgramDirector: {
    rule: everybody,
    good: async (world) => {
      const director = await world.double('otherDirector');
      const { id } = await buildProgram(world.t.deps.db, { directorIds: [director.id] });
      return { params: { id, userId: director.id } };
    },
  },
  listCatalogueBooks: { rule: everybody },
  getBookPeople: { rule: everybody, good: ({ book: { id } }) => ({ params: { id } }) },
  addBookPerson: {
    rule: everybody,
    good: async (world) => ({
      params: { id: (await buildBook(world.t.deps.db)).id },
      body: { person_id: (await world.double('otherAuthor')).id, role: 'producer' },
    }),
  },
  removeBookPerson: {
    rule: everybody,
    good: async ({ t }) => {
      const email = 'somebody@people.example';
      const { id } = await buildBook(t.deps.db, { authors: [email] });
      return { params: { id }, query: { email, book_role: 'author' } };
    },
  },
  listPublishers: { rule: everybody },
  createPublisher: {
    rule: everybody,
    good: () => ({ body: { ...publisher, slug: newSlug() } }),
  },
  getPublisher: {
    rule: everybody,
    good: async (world) => ({ params: { id: await newPublisher(world) } }),
  },
  updatePublisher: {
    rule: everybody,
    good: async (world) => ({
      params: { id: await newPublisher(world) },
      body: { ...publisher, changed_at: null },
    }),
  },
};
