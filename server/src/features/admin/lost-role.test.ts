import { adminCalls } from '@vesalius/contract/admin-calls';
import { certificatesAdminCalls } from '@vesalius/contract/certificates-admin-calls';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { administration } from '../../testing/administration.ts';
import type { Person } from '../../testing/calling-app.ts';
import { buildBook, buildInstitution, buildSubscription } from '../../testing/factories.ts';
import { PATIENT, whileHeld } from '../../testing/held-row.ts';

const t = administration({ database: PATIENT });
const makeStaff = () => t.app.person({ role: 'staff' });
const demote = (as: Person, { id }: Person) =>
  t.app.call(adminCalls.updatePerson, { as, params: { id }, body: { role_name: 'customer' } });
const roleOf = async ({ id }: Person) => (await t.call('getPerson', { params: { id } })).body.role_name;

it('two of the staff who take the role from each other at once leave one', async () => {
  const [one, two] = [await makeStaff(), await makeStaff()];
  const first = one.id < two.id ? one.id : two.id;
  const answers = await whileHeld(
    t.app.deps.db,
    sql`select 1 from users where id = ${first} for no key update`,
    [() => demote(one, two), () => demote(two, one)],
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  expect([await roleOf(one), await roleOf(two)]).toEqual(['staff', 'customer']);
});

/** What somebody does, who was one of the staff when the request came and is none when it comes to the account. */
const ACTS: Record<string, (as: Person, person: Person) => Promise<{ status: number }>> = {
  'changes no role': (as, { id }) =>
    t.app.call(adminCalls.updatePerson, { as, params: { id }, body: { role_name: 'staff' } }),
  'invites nobody': (as) =>
    t.app.call(adminCalls.invitePerson, {
      as,
      body: { email: 'own@staff.example', first_name: 'Own', second_name: 'Staff', role_name: 'staff' },
    }),
  'verifies nobody': (as, { id }) => t.app.call(adminCalls.verifyPerson, { as, params: { id } }),
  'ends no sessions': (as, { id }) => t.app.call(adminCalls.endPersonSessions, { as, params: { id } }),
  'removes no second factor': (as, { id }) =>
    t.app.call(adminCalls.removeSecondFactor, { as, params: { id } }),
  'sends no mail': (as, { id }) =>
    t.app.call(adminCalls.resendMail, { as, params: { id }, body: { kind: 'welcome' } }),
  'gives nothing away': async (as, { id }) =>
    t.app.call(adminCalls.grantSubscription, {
      as,
      params: { id },
      body: { book_id: (await buildBook(t.app.deps.db)).id, months: 12 },
    }),
  'extends nothing': async (as, { id: userId }) =>
    t.app.call(adminCalls.extendSubscription, {
      as,
      params: { id: (await buildSubscription(t.app.deps.db, { userId })).id },
      body: { ends_at: '2029-01-01T00:00:00.000Z' },
    }),
  'makes nobody a member': async (as, { email }) =>
    t.app.call(adminCalls.addInstitutionMember, {
      as,
      params: { id: (await buildInstitution(t.app.deps.db)).id },
      body: { email },
    }),
  'appoints no manager': async (as) => {
    const { id } = await buildInstitution(t.app.deps.db);
    const { id: userId } = await t.app.person({ institutionId: id });
    const call = adminCalls.appointInstitutionManager;
    return t.app.call(call, { as, params: { id, userId }, body: { is_manager: true } });
  },
  'puts no member out': async (as) => {
    const { id } = await buildInstitution(t.app.deps.db);
    const { id: userId } = await t.app.person({ institutionId: id });
    return t.app.call(adminCalls.removeInstitutionMember, { as, params: { id, userId } });
  },
  'makes no institution': (as) =>
    t.app.call(adminCalls.createInstitution, {
      as,
      body: {
        name: 'Own',
        starts_at: '2020-01-01T00:00:00.000Z',
        ends_at: '2040-01-01T00:00:00.000Z',
        seats: null,
        domains: [],
        book_ids: [],
      },
    }),
  'revokes no certificate': (as) =>
    t.app.call(certificatesAdminCalls.revokeCertificate, {
      as,
      params: { number: 'VSL-0000-0000-0000' },
      body: { issue_id: as.id, reason: 'A slip' },
    }),
};

it.each(Object.entries(ACTS))('whoever has lost the role in between %s', async (_what, act) => {
  const [lost, person] = [await makeStaff(), await t.app.person()];
  const [answer] = await whileHeld(
    t.app.deps.db,
    sql`update users set role = 'customer' where id = ${lost.id}`,
    [() => act(lost, person)],
  );
  expect(answer?.status).toBe(403);
});
