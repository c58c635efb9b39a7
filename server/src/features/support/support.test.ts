import { supportCalls } from '@vesalius/contract/support-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';

const SUPPORT = 'support@vesalius.example';
const letter = {
  email_address: 'ada@example.org',
  email_subject: 'A question',
  email_body: 'First,\nstill first.\n\nSecond.',
};
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const write = (body: object, as: Parameters<TestApp['call']>[1] = {}) =>
  app.call(supportCalls.createSupportMessage, { ...as, body });

describe('POST /supports', () => {
  it('sends a visitor’s letter to the support address', async () => {
    const answer = await write(letter);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: 'Message sent' });
    const [mail] = await mailsTo(app, SUPPORT);
    expect(mail).toMatchObject({ subject: 'Contact form: A question' });
    expect(mail?.text).toContain('ada@example.org');
    expect(mail?.text).toContain('First,\nstill first.\n\nSecond.');
    expect(mail?.html).toContain('First,<br>still first.</p>');
    expect(mail?.text).toContain('An answer to this mail goes to the person who wrote.');
    expect(mail?.text).not.toContain('because of your account');
    expect(mail?.text).not.toContain('/admin/people');
  });

  it.each(['customer', 'author', 'editor', 'program_director'] as const)(
    'knows the address of a signed-in %s, whatever is sent',
    async (role) => {
      const person = await app.person({ role });
      expect((await write(letter, { as: person })).status).toBe(201);
      const [mail] = await mailsTo(app, SUPPORT);
      expect(mail?.text).toContain(person.email);
      expect(mail?.text).not.toContain('ada@example.org');
      expect(linkIn(mail).pathname).toBe(`/admin/people/${person.id}`);
    },
  );

  it('mails a letter once that is sent again with the same id', async () => {
    const id = newId();
    const sent = { ...letter, id, email_subject: `Once ${id}` };
    for (const answer of [await write(sent), await write(sent)]) expect(answer.status).toBe(201);
    const mails = await mailsTo(app, SUPPORT);
    expect(mails.filter(({ subject }) => subject.includes(id))).toHaveLength(1);
  });

  it('writes what it was given, and no markup of the writer’s', async () => {
    await write({
      ...letter,
      email_subject: 'A\r\nBcc: all@example.org',
      email_body: '<img src=x onerror=alert(1)>',
    });
    const [mail] = await mailsTo(app, SUPPORT);
    expect(mail?.subject).toBe('Contact form: A Bcc: all@example.org');
    expect(mail?.html).not.toContain('<img');
  });

  it.each([
    [{ email_address: '' }, { email_address: 'Email is required.' }],
    [{ email_address: 'ada' }, { email_address: 'Please provide a valid email format' }],
    [{ email_subject: ' ' }, { email_subject: 'Subject is required.' }],
    [{ email_body: undefined }, { email_body: 'Message is required.' }],
  ])('refuses %j', async (change, fields) => {
    const answer = await write({ ...letter, ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual(fields);
  });

  it('is no way to flood the people behind it', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => write(letter)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
