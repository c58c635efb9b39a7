import { createHash } from 'node:crypto';

/** Of the demo's accounts, whose hash the day's people share. */
export const PASSWORD = 'Fabrica-1543';

/** On another device: from then on with that session. */
export async function signIn(person) {
  const { token } = person;
  person.token = null;
  const answer = await person.write(
    'sign-in',
    'POST',
    '/v1/sessions',
    { body: { email: person.email, password: PASSWORD }, expect: [200, 201] },
    ({ ok, body }) =>
      ok ? { w: 'session', hash: createHash('sha256').update(body.auth_token).digest('hex') } : null,
  );
  person.token = answer.ok ? answer.body.auth_token : token;
}
