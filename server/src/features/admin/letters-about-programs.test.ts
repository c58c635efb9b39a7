import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { administration } from '../../testing/administration.ts';
import type { Person } from '../../testing/calling-app.ts';
import { buildProgram } from '../../testing/factories.ts';
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
