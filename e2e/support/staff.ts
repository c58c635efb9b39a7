import type { APIRequestContext, Page } from '@playwright/test';
import { newPerson } from './people.ts';
import { enterWith } from './session.ts';

/** The demo accounts that `npm start` prints. */
const DEMO_PASSWORD = 'Fabrica-1543';
export const demoEmail = (name: 'reader' | 'author' | 'editor' | 'director' | 'staff') =>
  `${name}@vesalius.example`;

interface User {
  id: string;
  auth_token: string;
  role_name: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  is_beta: boolean;
  institution_subscription: { id: string } | null;
}

async function send<Answer>(
  request: APIRequestContext,
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<Answer> {
  const answer = await request.fetch(path, {
    method,
    headers: options.token ? { authorization: `Bearer ${options.token}` } : {},
    ...(options.body === undefined ? {} : { data: options.body }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.body()).length > 0 ? answer.json() : (undefined as Answer);
}

export const signInByCall = (request: APIRequestContext, email: string, password = DEMO_PASSWORD) =>
  send<User>(request, 'POST', '/v1/sessions', { body: { email, password } });

/** Stores a user's session in the browser as the sign-in form does. */
export const enterAs = (page: Page, user: User): Promise<void> =>
  enterWith(page, {
    token: user.auth_token,
    userId: user.id,
    role: user.role_name,
    firstName: user.first_name,
    image: null,
    emailVerified: user.email_verified,
    isBeta: user.is_beta,
    hasInstitution: user.institution_subscription !== null,
  });

/** The staff's calls for journeys: creates users in every state, without their mails. */
export async function staffOf(request: APIRequestContext) {
  const { auth_token: token } = await signInByCall(request, demoEmail('staff'));
  const admin = <Answer>(method: string, path: string, body?: unknown) =>
    send<Answer>(request, method, `/admin_portal/v1${path}`, { token, body });
  const firstOf = async (path: string) =>
    (await send<{ data: { id: string }[] }>(request, 'GET', `/customer_portal/v1${path}`)).data[0]?.id;
  const [country_id, job_id] = [await firstOf('/countries'), await firstOf('/users/user_jobs')];
  /** A customer who has just registered and verified nothing. */
  async function customer(firstName: string): Promise<{ user: User; password: string }> {
    const { email, password } = newPerson();
    const body = { email, password, first_name: firstName, second_name: 'Walker', country_id, job_id };
    const user = await send<User>(request, 'POST', '/customer_portal/v1/users', {
      body: { ...body, termsAgreement: true },
    });
    return { user, password };
  }
  return {
    admin,
    customer,
    /** A customer with a verified address and a subscription to the book. */
    async subscriber(firstName: string, bookId: string): Promise<User> {
      const { user } = await customer(firstName);
      await admin('POST', `/people/${user.id}/verify`);
      await admin('POST', `/people/${user.id}/subscriptions`, { book_id: bookId, months: 12 });
      return { ...user, email_verified: true };
    },
    /** Ends a user's only subscription. */
    async endSubscription(userId: string): Promise<void> {
      const { subscriptions } = await admin<{ subscriptions: { id: string }[] }>('GET', `/people/${userId}`);
      await admin('PATCH', `/subscriptions/${subscriptions[0]?.id}`, {
        ends_at: new Date(Date.now() - 1000).toISOString(),
      });
    },
  };
}
