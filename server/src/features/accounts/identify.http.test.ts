import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('a call that names the user for whom the page was opened', () => {
  const rename = async (person: { token: string }, openedFor: string) => {
    const countries = await app.call(accountsCalls.listCountries, {});
    const jobs = await app.call(accountsCalls.listUserJobs, {});
    const names = { first_name: 'Boris', second_name: 'Walker' };
    return app.call(accountsCalls.updateProfile, {
      as: person.token,
      headers: { [USER_ID_HEADER]: openedFor },
      body: { ...names, country_id: countries.body.data[0].id, job_id: jobs.body.data[0].id },
    });
  };
  const nameOf = async (person: { token: string }) =>
    (await app.call(accountsCalls.getUser, { as: person.token })).body.first_name;

  it('is refused with the token of another user, and changes nothing', async () => {
    const agnes = await app.person({ firstName: 'Agnes' });
    const boris = await app.person({ firstName: 'Boris' });
    const answer = await rename(agnes, boris.id);
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_person']);
    expect(await nameOf(agnes)).toBe('Agnes');
  });

  it('is answered with their own token', async () => {
    const agnes = await app.person({ firstName: 'Agnes' });
    expect((await rename(agnes, agnes.id)).status).toBe(200);
    expect(await nameOf(agnes)).toBe('Boris');
  });
});
