import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { administration } from '../../testing/administration.ts';
import { buildInstitution, buildProgram } from '../../testing/factories.ts';

const t = administration();
const call = t.call.bind(t);

it('is searched by a person: what they did, and what was done to them', async () => {
  const other = await t.app.person({ role: 'staff' });
  const person = await t.app.person();
  await call('verifyPerson', { params: { id: other.id } });
  await call('endPersonSessions', { as: other, params: { id: person.id } });
  await call('endPersonSessions', { params: { id: person.id } });
  const { body } = await call('listAuditLog', { query: { person_id: other.id } });
  expect(
    body.data.map(({ subject_id, actor_id }: { subject_id: string; actor_id: string }) =>
      [subject_id, actor_id].includes(other.id),
    ),
  ).toEqual([true, true]);
});

it('tells that a director added students and removed them, with their names', async () => {
  const director = await t.app.person({ role: 'program_director' });
  const student = await t.app.person({ firstName: 'Ida', secondName: 'Rolf' });
  const { id } = await buildProgram(t.app.deps.db, {
    directorIds: [director.id],
    studentIds: [student.id],
  });
  await t.app.call(programsCalls.assignUsers, {
    as: director,
    params: { id },
    body: {
      program: { users: [{ first_name: 'Noor', second_name: 'Haddad', email: 'noor@audit.example' }] },
    },
  });
  await t.app.call(programsCalls.removeStudents, {
    as: director,
    params: { id },
    body: { removal_id: newId(), user_ids: [student.id] },
  });
  const { body } = await call('listAuditLog', { query: { subject_id: id } });
  expect(body.data).toMatchObject([
    { action: 'programs.remove-student', names: { [student.id]: 'Ida Rolf' } },
    { action: 'program.import-people', detail: { added: 1 } },
  ]);
});

it.each([
  ['user.export', 'people'],
  ['payment.export', 'payments'],
] as const)('keeps who took names and addresses out as a file: %s', async (action, file) => {
  const person = await t.app.person({ firstName: '=1+1', secondName: 'Formula' });
  const csv =
    file === 'people'
      ? await call('downloadPeople', { query: { search_term: person.email } })
      : await t.app.call(commerceAdminCalls.downloadPayments, {
          as: t.staff,
          query: { search_term: person.email },
        });
  const rows = parse(csv.text, { columns: true, bom: true });
  if (file === 'people') expect(rows).toMatchObject([{ email: person.email, name: "'=1+1 Formula" }]);
  const { body } = await call('listAuditLog', { query: { action } });
  expect(body.data).toMatchObject([{ actor_id: t.staff.id, detail: { search_term: person.email } }]);
});

it('shows in the log of an institution who was made a member of it', async () => {
  const institution = await buildInstitution(t.app.deps.db, {});
  const person = await t.app.person({ firstName: 'Mem', secondName: 'Ber' });
  await call('addInstitutionMember', { params: { id: institution.id }, body: { email: person.email } });
  const { body } = await call('listAuditLog', { query: { subject_id: institution.id } });
  expect(body.data).toMatchObject([
    { action: 'institution.add-member', subject_id: person.id, subject_name: 'Mem Ber' },
  ]);
});

it('tells on the page of a person of a refund of a purchase', async () => {
  const person = await t.app.person();
  const payment = newId();
  await sql`insert into payments (id, attempt_key, user_id, gateway, kind, state, amount_cents, created_at)
    values (${payment}, ${payment.slice(-12)}, ${person.id}, 'card', 'initial', 'approved', 12900, ${t.app.clock.now()})`.execute(
    t.app.deps.db,
  );
  const refund = {
    ...{ actorId: t.staff.id, action: 'payment.refund' as const },
    ...{ subjectType: 'payment', subjectId: payment, detail: {} },
  };
  await inTransaction(t.app.deps.db, (tx) => recordAudit(tx, refund, t.app.clock.now()));
  const { body } = await call('listAuditLog', { query: { person_id: person.id } });
  expect(body.data).toMatchObject([{ action: 'payment.refund', subject_id: payment }]);
});

it('tells on both pages that a director was removed from a program, or lost the role', async () => {
  const director = await t.app.person({ role: 'program_director' });
  const { id } = await buildProgram(t.app.deps.db, { directorIds: [director.id] });
  await call('removeProgramDirector', { params: { id, userId: director.id } });
  const ofPerson = await call('listAuditLog', { query: { person_id: director.id } });
  expect(ofPerson.body.data).toMatchObject([{ action: 'program.remove-director', subject_id: id }]);
  await call('addProgramDirector', { params: { id }, body: { person_id: director.id } });
  const previous = await t.shownRole(director.id);
  const change = await call('updatePerson', {
    params: { id: director.id },
    body: { role_name: 'customer', previous },
  });
  expect(change.status).toBeLessThan(300);
  const { body } = await call('listAuditLog', { query: { subject_id: id } });
  expect(body.data[0]).toMatchObject({ action: 'user.role', subject_id: director.id });
});

it('is filtered by days, and downloaded with the names of people and objects', async () => {
  const person = await t.app.person({ firstName: 'Lise', secondName: 'Meitner' });
  t.app.clock.advance(3 * DAY_MS);
  const day = t.app.clock.now().toISOString().slice(0, 10);
  await call('endPersonSessions', { params: { id: person.id } });
  t.app.clock.advance(DAY_MS);
  await call('endPersonSessions', { params: { id: person.id } });
  const query = { from: day, to: day, person_id: person.id };
  const { body } = await call('listAuditLog', { query });
  expect(body.data).toMatchObject([{ subject_id: person.id, created_at: expect.stringContaining(day) }]);
  const csv = await call('downloadAuditLog', { query });
  expect(parse(csv.text, { columns: true, bom: true })).toMatchObject([
    {
      ...{ who: 'Stefan Staff', action: 'user.end-sessions', subject_type: 'user' },
      ...{ subject: 'Lise Meitner', subject_id: person.id },
    },
  ]);
  const { body: log } = await call('listAuditLog', { query: { action: 'audit.export' } });
  expect(log.data).toMatchObject([{ actor_id: t.staff.id, detail: query }]);
});
