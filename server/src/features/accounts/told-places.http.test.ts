import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildInstitution, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';

let app: TestApp;
let manager: Person;
let director: Person;
let institutionId: string;
let programId: string;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.deps;
  institutionId = (await buildInstitution(db, { name: 'General Hospital', bookIds: [] })).id;
  manager = await app.person({ institutionId });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(db);
  director = await app.person({ role: 'program_director' });
  programId = (await buildProgram(db, { name: 'Night residency', bookIds: [], directorIds: [director.id] }))
    .id;
});
afterAll(() => app.close());

const GROUPS = {
  'an institution': {
    add: (users: object[], import_id: string) =>
      app.call(institutionsCalls.addInstitutionMembers, {
        ...{ as: manager, query: { import_id }, body: { institution: { users } } },
      }),
    undoImport: (importId: string) =>
      app.call(institutionsCalls.undoMemberImport, { as: manager, params: { importId } }),
    remove: (removal_id: string, user_ids: string[]) =>
      app.call(institutionsCalls.removeInstitutionMembers, { as: manager, body: { removal_id, user_ids } }),
    undo: (removalId: string) =>
      app.call(institutionsCalls.undoMemberRemoval, { as: manager, params: { removalId } }),
    name: 'General Hospital',
  },
  'a program': {
    add: (users: object[], import_id: string) =>
      app.call(programsCalls.assignUsers, {
        ...{ as: director, params: { id: programId }, query: { import_id }, body: { program: { users } } },
      }),
    undoImport: (importId: string) =>
      app.call(programsCalls.undoImport, { as: director, params: { id: programId, importId } }),
    remove: (removal_id: string, user_ids: string[]) =>
      app.call(programsCalls.removeStudents, {
        ...{ as: director, params: { id: programId }, body: { removal_id, user_ids } },
      }),
    undo: (removalId: string) =>
      app.call(programsCalls.undoRemoval, { as: director, params: { id: programId, removalId } }),
    name: 'Night residency',
  },
};

describe.each(Object.values(GROUPS))('a place in $name', ({ add, undoImport, remove, undo, name }) => {
  const ENDED = `Your access through ${name} has ended`;
  const BACK = `You are back in ${name}`;
  const person = (email: string) => ({ email, first_name: 'Noor', second_name: 'Haddad' });

  /** Somebody who joined long ago, with the letters since. */
  async function joined() {
    const { id, email } = await app.person();
    await add([person(email)], newId());
    const before = (await mailsTo(app, email)).length;
    app.clock.advance(3 * DAY_MS);
    const letters = async () => {
      const mails = await mailsTo(app, email);
      return mails.slice(0, mails.length - before).map(({ subject }) => subject);
    };
    const removal = newId();
    return {
      ...{ id, email, letters },
      remove: async () => expect((await remove(removal, [id])).status).toBe(200),
      undo: async () => expect((await undo(removal)).status).toBe(200),
    };
  }

  it('that a stranger is offered in circles: two invitations and a withdrawal an hour, and a link that works', async () => {
    const email = `stranger-${newId()}@elsewhere.example`;
    const id = async () =>
      (await one(app.deps.db, sql<{ id: string }>`select id from users where email = ${email}`)).id;
    const subjects = async () => (await mailsTo(app, email)).map(({ subject }) => subject);
    for (let round = 0; round < 4; round += 1) {
      expect((await add([person(email)], newId())).status).toBeLessThan(300);
      await subjects();
      app.clock.advance(MINUTE_MS);
      expect((await remove(newId(), [await id()])).status).toBe(200);
      await subjects();
      app.clock.advance(MINUTE_MS);
    }
    await add([person(email)], newId());
    const invited = 'Your invitation to Vesalius';
    expect(await subjects()).toEqual([invited, 'Your invitation to Vesalius was withdrawn', invited]);
    app.clock.advance(HOUR_MS);
    expect(await subjects()).toHaveLength(4);
    const [mail] = await mailsTo(app, email);
    expect(mail?.subject).toBe('Your invitation to Vesalius');
    const body = {
      ...{ email, reset_password_token: linkIn(mail).searchParams.get('token') },
      ...{ new_password: 'Fabrica-1543', ...(await ownerProfile(app)) },
    };
    expect((await app.call(accountsCalls.resetPassword, { body })).status).toBe(200);
    app.clock.advance(2 * HOUR_MS);
    expect((await subjects()).filter((subject) => subject === invited)).toHaveLength(3);
  });

  it('that ends: the letter says when, and what stays', async () => {
    const member = await joined();
    await member.remove();
    expect(await member.letters()).toEqual([ENDED]);
    const [mail] = await mailsTo(app, member.email);
    expect(mail?.text).toMatch(/ended your place on \d+ \w+ \d{4}, and with it the access/);
    expect(mail?.text).toContain('scores, notes, certificates and own subscriptions stay yours');
  });

  it('that is back before the letter has left: there is no letter of either', async () => {
    const member = await joined();
    await member.remove();
    await member.undo();
    expect(await member.letters()).toEqual([]);
    app.clock.advance(2 * HOUR_MS);
    expect(await member.letters()).toEqual([]);
  });

  it('that ends and is back again and again: one letter of each within an hour', async () => {
    const member = await joined();
    for (let round = 0; round < 4; round += 1) {
      const removal = newId();
      await remove(removal, [member.id]);
      await member.letters();
      app.clock.advance(MINUTE_MS);
      await undo(removal);
      await member.letters();
      app.clock.advance(MINUTE_MS);
    }
    expect(await member.letters()).toEqual([BACK, ENDED]);
    app.clock.advance(2 * HOUR_MS);
    expect(await member.letters()).toEqual([BACK, ENDED]);
  });

  it('that ends, is back and ends: after the hour the last letter says what is true', async () => {
    const member = await joined();
    await member.remove();
    expect(await member.letters()).toEqual([ENDED]);
    app.clock.advance(MINUTE_MS);
    await member.undo();
    expect(await member.letters()).toEqual([BACK, ENDED]);
    app.clock.advance(MINUTE_MS);
    await remove(newId(), [member.id]);
    expect(await member.letters()).toEqual([BACK, ENDED]);
    app.clock.advance(HOUR_MS);
    expect(await member.letters()).toEqual([ENDED, BACK, ENDED]);
    app.clock.advance(HOUR_MS);
    expect(await member.letters()).toHaveLength(3);
  });

  it('of an import that is undone, repeated and undone again: the second end is told after an hour', async () => {
    const { email } = await app.person();
    for (let round = 0; round < 2; round += 1) {
      const importId = newId();
      await add([person(email)], importId);
      await mailsTo(app, email);
      app.clock.advance(MINUTE_MS);
      expect((await undoImport(importId)).status).toBe(200);
      await mailsTo(app, email);
      app.clock.advance(MINUTE_MS);
    }
    const subjects = (await mailsTo(app, email)).map(({ subject }) => subject);
    const begun = expect.stringContaining('You are now');
    expect(subjects).toEqual([begun, ENDED, begun]);
    app.clock.advance(2 * HOUR_MS);
    const [last, ...others] = await mailsTo(app, email);
    expect(last?.subject).toBe(ENDED);
    expect(others).toHaveLength(3);
  });
});
