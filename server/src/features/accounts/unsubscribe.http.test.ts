import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import type { OptionalLetter } from '@vesalius/contract/letters';
import { lettersCalls as calls } from '@vesalius/contract/letters-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../config/config.ts';
import { createLog } from '../../platform/log.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { PASSWORD } from '../../testing/calls/world.ts';
import { unsubscribeToken } from './mail/unsubscribe-token.ts';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await testApp({ log: createLog('info', { write: (line: string) => void lines.push(line) }) });
});
afterAll(() => app.close());

const tokenOf = ({ id }: Pick<Person, 'id'>, letter: OptionalLetter) =>
  unsubscribeToken(app.deps.config.secretKey, { userId: id, letter });
const post = (token: string, headers: Record<string, string> = {}, payload = '') =>
  app.app.inject({ method: 'POST', url: `/unsubscribe/${token}`, headers, payload });
const choices = async (as: Person) => {
  const { wants_digest: digest, wants_weekly: weekly } = (await app.call(accountsCalls.getUser, { as })).body;
  return { digest, weekly };
};
const subscriber = async () => {
  const person = await app.person();
  await app.call(accountsCalls.updateProfile, { as: person, body: { wants_weekly: true } });
  return person;
};

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const MULTIPART = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;

describe('the one-click request of a mail program', () => {
  it.each([
    ['application/x-www-form-urlencoded', ONE_CLICK],
    ['multipart/form-data; boundary=x', MULTIPART],
  ])('stops one letter, sent as %s, and again', async (type, body) => {
    const person = await subscriber();
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(tokenOf(person, 'weekly'), { 'content-type': type }, body);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { letter: 'weekly', wants: false, language: 'en' },
      ]);
    }
    expect(await choices(person)).toEqual({ digest: true, weekly: false });
    await post(tokenOf(person, 'digest'), { 'content-type': type }, body);
    expect((await app.call(discussionsCalls.getDigestChoice, { as: person })).body).toEqual({
      wants_digest: false,
    });
  });

  it('needs no body, and does not care who is signed in', async () => {
    const [person, other] = [await subscriber(), await subscriber()];
    const answer = await post(tokenOf(person, 'weekly'), { authorization: `Bearer ${other.token}` });
    expect(answer.statusCode).toBe(200);
    const ended = await post(tokenOf(person, 'digest'), { authorization: 'Bearer vsl_ended' });
    expect(ended.statusCode).toBe(200);
    expect(await choices(person)).toEqual({ digest: false, weekly: false });
    expect(await choices(other)).toEqual({ digest: true, weekly: true });
  });

  it('can be undone by the same link', async () => {
    const person = await subscriber();
    const params = { token: tokenOf(person, 'weekly') };
    await post(params.token);
    expect((await app.call(calls.undoUnsubscribe, { params })).body).toMatchObject({ wants: true });
    expect(await choices(person)).toEqual({ digest: true, weekly: true });
  });

  it('is answered for a deleted account, which stays without letters', async () => {
    const person = await subscriber();
    const params = { token: tokenOf(person, 'weekly') };
    const gone = await app.call(accountsCalls.deleteAccount, {
      as: person,
      body: { email: person.email, password: PASSWORD },
    });
    expect(gone.status).toBe(204);
    expect((await post(params.token)).statusCode).toBe(200);
    expect((await app.call(calls.undoUnsubscribe, { params })).body).toMatchObject({ wants: false });
  });

  it('with a link of nobody, a changed one or one of another secret is refused', async () => {
    const person = await subscriber();
    const token = tokenOf(person, 'weekly');
    const changed = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
    const foreign = unsubscribeToken(new Secret('another secret, also long enough for it'), {
      userId: person.id,
      letter: 'weekly',
    });
    const nobodys = tokenOf({ id: '0198c0de-0000-7000-8000-000000000000' }, 'weekly');
    for (const wrong of [changed, foreign, nobodys, token.slice(0, -1), 'x', 'x'.repeat(300)]) {
      const answer = await post(wrong, { 'content-type': 'application/x-www-form-urlencoded' }, ONE_CLICK);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
    expect(await choices(person)).toEqual({ digest: true, weekly: true });
  });
});

it('following the link changes nothing', async () => {
  const person = await subscriber();
  const params = { token: tokenOf(person, 'weekly') };
  await app.app.inject({ url: `/unsubscribe/${params.token}`, headers: { accept: 'text/html' } });
  const shown = await app.call(calls.getLetterChoice, { params });
  expect(shown.body).toEqual({ letter: 'weekly', wants: true, language: 'en' });
  expect(await choices(person)).toEqual({ digest: true, weekly: true });
});

it('the token names nobody and stands in no log', async () => {
  const person = await subscriber();
  const token = tokenOf(person, 'weekly');
  await post(token);
  await app.call(calls.getLetterChoice, { params: { token } });
  await app.app.inject({ url: `/unsubscribe/${token}` });
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(person.email);
  expect(lines.join('')).toContain('/unsubscribe/:token');
  expect(lines.join('')).not.toContain(token);
});
