import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration } from '../../testing/administration.ts';
import { buildBook, buildInstitution, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

const t = administration();
const call: typeof t.call = (name, options) => t.call(name, options);
const programBody = (changed: object = {}) => ({
  ...{ name: 'Residency', photo_url: null, institution_id: null, book_ids: [], slug: 'residency' },
  ...changed,
});

describe('a program made by staff', () => {
  it('has books, an institution and directors: a reader becomes one, and gets a letter', async () => {
    const { db } = t.app.deps;
    const book = await buildBook(db);
    const institution = await buildInstitution(db, { name: 'St Luke' });
    const made = await call('createProgram', {
      body: programBody({ book_ids: [book.id], institution_id: institution.id }),
    });
    expect(made.status).toBe(201);
    const { id } = made.body;
    const reader = await t.app.person({ firstName: 'Rea', secondName: 'Der' });
    const previous = await t.shownRole(reader.id);
    const added = await call('addProgramDirector', {
      ...{ params: { id }, body: { person_id: reader.id, previous } },
    });
    expect(added.body).toMatchObject({
      institution: { name: 'St Luke' },
      directors: [{ id: reader.id, name: 'Rea Der' }],
    });
    const again = await call('addProgramDirector', { params: { id }, body: { person_id: reader.id } });
    expect(again.body.directors).toHaveLength(1);
    expect((await call('getPerson', { params: { id: reader.id } })).body).toMatchObject({
      role_name: 'program_director',
      programs: [{ id, as: 'director' }],
    });
    expect(await mailsTo(t.app, reader.email)).not.toEqual([]);
    expect((await t.auditOf(id)).map((entry: { action: string }) => entry.action)).toEqual([
      'program.add-director',
      'program.create',
    ]);
  });

  it('loses a director, who stays one of other programs', async () => {
    const { db } = t.app.deps;
    const director = await t.app.person({ role: 'program_director' });
    const [one, other] = [
      await buildProgram(db, { directorIds: [director.id] }),
      await buildProgram(db, { directorIds: [director.id] }),
    ];
    const params = { id: one.id, userId: director.id };
    expect((await call('removeProgramDirector', { params })).status).toBe(204);
    expect((await call('removeProgramDirector', { params })).status).toBe(404);
    const [letter] = await mailsTo(t.app, director.email);
    expect(letter?.text).toMatch(/You no longer have, as program director: .+\.\s+You still have: /);
    const { body } = await t.app.call(programsCalls.listCurrentPrograms, { as: director });
    expect(body.data.map((program: { id: string }) => program.id)).toEqual([other.id]);
  });

  it('is not directed by an author, whose portal would be gone', async () => {
    const author = await t.app.person({ role: 'author' });
    const { id } = await buildProgram(t.app.deps.db);
    const answer = await call('addProgramDirector', { params: { id }, body: { person_id: author.id } });
    expect(answer.status).toBe(422);
    expect(answer.body.fields.person_id).toMatch(/^Only readers and program directors/);
    expect((await call('getPerson', { params: { id: author.id } })).body.role_name).toBe('author');
  });

  it('is changed by what was on the screen alone', async () => {
    const { id } = await buildProgram(t.app.deps.db);
    const { slug: _slug, ...body } = programBody({ name: 'Fellowship', changed_at: null });
    expect((await call('updateProgram', { params: { id }, body })).body.name).toBe('Fellowship');
    expect((await call('updateProgram', { params: { id }, body })).body.code).toBe('edited_meanwhile');
    const { data } = (await call('listPrograms', { query: { search_term: 'fellow' } })).body;
    expect(data).toMatchObject([{ id, name: 'Fellowship', book_count: 0, director_count: 0 }]);
  });
});

describe('the people of a book', () => {
  it('are found with it, whether it is published or not', async () => {
    const { db } = t.app.deps;
    const { id } = await buildBook(db, {
      title: 'Quiet Book',
      published: false,
      authors: ['noone@example.org'],
    });
    const { data } = (await call('listCatalogueBooks', { query: { search_term: 'quiet' } })).body;
    expect(data).toMatchObject([
      {
        id,
        title: 'Quiet Book',
        state: 'draft',
        people: [{ name: 'noone@example.org', role: 'author' }],
      },
    ]);
    expect((await call('getBookPeople', { params: { id } })).body.people).toEqual([
      { email: 'noone@example.org', role: 'author', person: null, is_idle: false, named_by: 'book_folder' },
    ]);
  });

  it('are named: a reader becomes an author, an editor also a producer, and both see the book', async () => {
    const { id } = await buildBook(t.app.deps.db, { published: false });
    const reader = await t.app.person({ firstName: 'Ada', secondName: 'Writer' });
    const editor = await t.app.person({ role: 'editor' });
    const name = async (person_id: string, role: string) =>
      call('addBookPerson', {
        ...{ params: { id }, body: { person_id, role, previous: await t.shownRole(person_id) } },
      });
    expect((await name(reader.id, 'author')).body.people).toMatchObject([
      { role: 'author', person: { id: reader.id, name: 'Ada Writer' }, is_idle: false, named_by: 'staff' },
    ]);
    expect((await name(editor.id, 'producer')).status).toBe(201);
    const assigned = await t.app.call(catalogueCalls.listAssignedBooks, { as: editor });
    expect(assigned.body.data.map((book: { id: string }) => book.id)).toEqual([id]);
    expect((await name(editor.id, 'author')).body.fields.person_id).toMatch(/^This person has another role/);
    const person = (await call('getPerson', { params: { id: editor.id } })).body;
    expect(person).toMatchObject({ books: [], produced_books: [{ id }] });
    const [added] = await mailsTo(t.app, editor.email);
    expect(added?.subject).toBe('Your assignments at Vesalius changed');
    expect(added?.text).toMatch(/You now work on: “.+”\./);
    expect(added?.text).toContain(`/studio/${id}`);
    const saved = await call('updatePerson', { params: { id: editor.id }, body: { produced_book_ids: [] } });
    expect(saved.body.produced_books).toEqual([]);
    expect((await mailsTo(t.app, editor.email))[0]?.text).toContain('You are no longer a producer');
    expect((await t.app.call(catalogueCalls.listAssignedBooks, { as: editor })).body.data).toEqual([]);
  });

  it('are taken off it, and no longer see it', async () => {
    const author = await t.app.person({ role: 'author' });
    const { id } = await buildBook(t.app.deps.db, { published: false, authors: [author.email] });
    const request = { params: { id }, query: { email: author.email.toUpperCase(), book_role: 'author' } };
    const sees = async () =>
      (await t.app.call(catalogueCalls.getBook, { as: author, params: { id } })).status;
    expect(await sees()).toBe(200);
    expect((await call('removeBookPerson', request)).status).toBe(204);
    expect(await sees()).toBe(404);
    expect((await call('removeBookPerson', request)).status).toBe(404);
    const letters = await mailsTo(t.app, author.email);
    expect(letters.map(({ subject }) => subject)).toEqual(['Your assignments at Vesalius changed']);
    expect(letters[0]?.text).toContain('Your account keeps the role: author.');
    expect((await t.auditOf(id))[0]).toMatchObject({
      action: 'book.unassign',
      detail: { role: 'author', user_id: author.id },
    });
  });

  it('who only produce it no more are told so, and that they still are its authors', async () => {
    const author = await t.app.person({ role: 'author' });
    const { id } = await buildBook(t.app.deps.db, { title: 'Kept by its author', authors: [author.email] });
    const produce = () =>
      call('addBookPerson', { params: { id }, body: { person_id: author.id, role: 'producer' } });
    const query = { email: author.email, book_role: 'producer' };
    expect((await produce()).status).toBe(201);
    const before = (await mailsTo(t.app, author.email)).length;
    expect((await call('removeBookPerson', { params: { id }, query })).status).toBe(204);
    const [letter, ...others] = await mailsTo(t.app, author.email);
    expect(others).toHaveLength(before);
    expect(letter?.text).toContain(
      'You are no longer a producer, and cannot change any more: Kept by its author.',
    );
    expect(letter?.text).toContain('You still have: Kept by its author.');
    expect(letter?.text).not.toContain('You no longer have');
    // The same by the person's page; and nothing for who is back before the letter leaves.
    await produce();
    await call('updatePerson', { params: { id: author.id }, body: { produced_book_ids: [] } });
    await produce();
    const known = (await mailsTo(t.app, author.email)).length;
    await call('updatePerson', { params: { id: author.id }, body: { produced_book_ids: [] } });
    const [again] = await mailsTo(t.app, author.email);
    expect(await mailsTo(t.app, author.email)).toHaveLength(known + 1);
    expect(again?.text).toContain('You are no longer a producer');
  });

  it('who are on it again before the letter has left get none', async () => {
    const author = await t.app.person({ role: 'author' });
    const [kept, lost] = [
      await buildBook(t.app.deps.db, { title: 'Taken back', published: false, authors: [author.email] }),
      await buildBook(t.app.deps.db, { title: 'Taken away', published: false, authors: [author.email] }),
    ];
    const remove = (id: string) =>
      call('removeBookPerson', { params: { id }, query: { email: author.email, book_role: 'author' } });
    const nameAgain = async (id: string) =>
      call('addBookPerson', { params: { id }, body: { person_id: author.id, role: 'author' } });
    expect((await remove(kept.id)).status).toBe(204);
    expect((await nameAgain(kept.id)).status).toBe(201);
    expect(await mailsTo(t.app, author.email)).toEqual([]);
    // Of two by one change, the letter names the one that stays away.
    const saved = await call('updatePerson', { params: { id: author.id }, body: { book_ids: [] } });
    expect(saved.status).toBe(200);
    await nameAgain(kept.id);
    const [letter, ...others] = await mailsTo(t.app, author.email);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('You no longer have, as author: Taken away.');
    expect(letter?.text).toContain('You still have: Taken back.');
    expect(lost.id).not.toBe(kept.id);
  });

  it('produce a book that is not published yet', async () => {
    const { db } = t.app.deps;
    const id = '0198c0de-0000-7000-8000-00000000d0c5';
    await sql`insert into works (id, manifest, created_at, changed_at)
      values (${id}, '{"title": "In the making"}', now(), now())`.execute(db);
    const author = await t.app.person({ role: 'author' });
    const answer = await call('addBookPerson', {
      params: { id },
      body: { person_id: author.id, role: 'producer' },
    });
    expect(answer.body).toMatchObject({
      title: 'In the making',
      state: 'draft',
      people: [{ role: 'producer' }],
    });
  });
});

describe('a publisher', () => {
  it('is made and changed by staff, once by who looked', async () => {
    const body = {
      ...{ slug: 'fabrica-press', name: 'Fabrica Press', imprint: 'Fabrica Atlas', logo_url: null },
      ...{ website: 'https://fabrica.example', contact_email: 'Books@Fabrica.example' },
    };
    const { id } = (await call('createPublisher', { body })).body;
    expect((await call('createPublisher', { body })).body.code).toBe('slug_taken');
    const shown = (await call('getPublisher', { params: { id } })).body;
    expect(shown).toMatchObject({
      imprint: 'Fabrica Atlas',
      contact_email: 'books@fabrica.example',
      books: [],
    });
    const { slug: _slug, ...rest } = body;
    const change = { params: { id }, body: { ...rest, imprint: null, changed_at: shown.changed_at } };
    t.app.clock.advance(1000);
    expect((await call('updatePublisher', change)).body.imprint).toBeNull();
    expect((await call('updatePublisher', change)).body.code).toBe('edited_meanwhile');
    const bad = await call('createPublisher', {
      body: { ...body, slug: 'x', website: 'javascript:alert(1)' },
    });
    expect(bad.status).toBe(422);
    const { data } = (await call('listPublishers', { query: { search_term: 'fabrica' } })).body;
    expect(data).toMatchObject([{ id, name: 'Fabrica Press', book_count: 0 }]);
  });
});
