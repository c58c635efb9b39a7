import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration } from '../../testing/administration.ts';
import type { Person } from '../../testing/calling-app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

const t = administration();
const inArabic = ({ id }: Person) =>
  sql`update users set language = 'ar' where id = ${id}`.execute(t.app.deps.db);
const direct = async (programId: string, { id }: Person) =>
  t.call('addProgramDirector', {
    ...{ params: { id: programId }, body: { person_id: id, previous: await t.shownRole(id) } },
  });
const ROLE_SUBJECTS = ['Your role at Vesalius changed', 'تغيّر دورك في فيزاليوس'];
/** The newest letter about the role. */
const roleLetterTo = async ({ email }: Person) =>
  (await mailsTo(t.app, email)).find(({ subject }) => ROLE_SUBJECTS.includes(subject))?.text;

it('the letter about the role of a director names the programs, with links', async () => {
  const [person, arabic] = [await t.app.person(), await t.app.person()];
  await inArabic(arabic);
  const { id } = await buildProgram(t.app.deps.db, { name: 'Residency' });
  const other = await buildProgram(t.app.deps.db, { name: 'Fellowship' });
  for (const each of [person, arabic]) expect((await direct(id, each)).status).toBe(201);
  // Assigned before the letter leaves.
  await t.call('updatePerson', { params: { id: person.id }, body: { program_ids: [id, other.id] } });
  const letter = await roleLetterTo(person);
  expect(letter).toContain('You direct: Fellowship, Residency.');
  expect(letter).toContain(`/programs/${id}/overview`);
  expect(await roleLetterTo(arabic)).toContain('تدير: Residency.');
});

it('an invited director reads of the programs too', async () => {
  const { id } = await buildProgram(t.app.deps.db, { name: 'Residency' });
  const email = 'new.director@example.org';
  const names = { email, first_name: 'New', second_name: 'Director' };
  const body = { ...names, role_name: 'program_director', program_ids: [id] };
  expect((await t.call('invitePerson', { body })).status).toBe(201);
  expect((await mailsTo(t.app, email))[0]?.text).toContain('You direct: Residency.');
});

it('a student who becomes director of the same program reads that the place as a student ended', async () => {
  const [person, arabic] = [await t.app.person(), await t.app.person()];
  await inArabic(arabic);
  const { id } = await buildProgram(t.app.deps.db, {
    ...{ name: 'Residency', studentIds: [person.id, arabic.id] },
  });
  for (const each of [person, arabic]) await direct(id, each);
  const letter = await roleLetterTo(person);
  expect(letter).toContain('You direct: Residency.');
  expect(letter).toContain('your place as a student of Residency.');
  expect(letter).not.toContain('role: Residency');
  const inArabicText = await roleLetterTo(arabic);
  expect(inArabicText).toContain('تدير: Residency.');
  expect(inArabicText).toContain('انتهى مع دورك السابق: مكانك طالبًا في Residency.');
  await t.giveRole(person.id, 'customer');
  expect(await roleLetterTo(person)).toContain('your place as a director of Residency.');
});

describe('a director of one program', () => {
  async function directors() {
    const [person, arabic] = [
      await t.app.person({ role: 'program_director' }),
      await t.app.person({ role: 'program_director' }),
    ];
    await inArabic(arabic);
    const directorIds = [person.id, arabic.id];
    const first = await buildProgram(t.app.deps.db, { name: 'Residency', directorIds });
    const other = await buildProgram(t.app.deps.db, { name: 'Fellowship' });
    const end = (id: string) => t.call('removeProgramDirector', { params: { id, userId: person.id } });
    return { person, arabic, first, other, end };
  }

  it('who is added to another reads which, with a link', async () => {
    const { person, arabic, other } = await directors();
    for (const each of [person, arabic]) expect((await direct(other.id, each)).status).toBe(201);
    await direct(other.id, person);
    const [letter, ...others] = await mailsTo(t.app, person.email);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe('Your assignments at Vesalius changed');
    expect(letter?.text).toContain('You now direct: Fellowship.');
    expect(letter?.text).toContain('You still have: Residency.');
    expect(letter?.text).toContain(`/programs/${other.id}/overview`);
    const [inOther] = await mailsTo(t.app, arabic.email);
    expect(inOther?.subject).toBe('تغيّر ما هو مسند إليك في فيزاليوس');
    expect(inOther?.text).toContain('تدير الآن: Fellowship.');
  });

  it('who is added again after the letter about the end reads that too', async () => {
    const { person, first, end } = await directors();
    await end(first.id);
    expect((await mailsTo(t.app, person.email))[0]?.text).toContain('You no longer have');
    await direct(first.id, person);
    const [letter] = await mailsTo(t.app, person.email);
    expect(letter?.text).toContain('You now direct: Residency.');
    expect(letter?.text).not.toContain('You still have');
  });

  it('who is removed again before the letter has left, or added again, gets none', async () => {
    const { person, first, other, end } = await directors();
    await direct(other.id, person);
    await end(other.id);
    await end(first.id);
    await direct(first.id, person);
    expect(await mailsTo(t.app, person.email)).toEqual([]);
  });

  it('whose programs staff replace on the page of the account reads both in one letter', async () => {
    const { person, other } = await directors();
    await t.call('updatePerson', { params: { id: person.id }, body: { program_ids: [other.id] } });
    const [letter, ...others] = await mailsTo(t.app, person.email);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('You no longer have, as program director: Residency.');
    expect(letter?.text).toContain('You now direct: Fellowship.');
    expect(letter?.text).not.toContain('You still have');
  });
});

it('an author who gets another book reads which, in either language', async () => {
  const [author, arabic] = [await t.app.person({ role: 'author' }), await t.app.person({ role: 'author' })];
  await inArabic(arabic);
  const { id } = await buildBook(t.app.deps.db, { title: 'Newly assigned' });
  await t.call('addBookPerson', { params: { id }, body: { person_id: author.id, role: 'author' } });
  await t.call('updatePerson', { params: { id: arabic.id }, body: { book_ids: [id] } });
  const [letter] = await mailsTo(t.app, author.email);
  expect(letter?.text).toMatch(/You now work on: “Newly assigned.*”\./);
  expect(letter?.text).toContain(`/studio/${id}`);
  expect((await mailsTo(t.app, arabic.email))[0]?.text).toMatch(/تعمل الآن على: «Newly assigned.*»\./);
});
