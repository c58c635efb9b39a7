import { expect, type Page } from '@playwright/test';

/** Signed in by a call, as if remembered: for journeys about something else than signing in. */
export async function signedIn(page: Page, email: string, password = 'Fabrica-1543'): Promise<string> {
  const answer = await page.request.post('/v1/sessions', { data: { email, password } });
  expect(answer.ok()).toBe(true);
  const user = await answer.json();
  const session = {
    token: user.auth_token,
    userId: user.id,
    role: user.role_name,
    firstName: user.first_name,
    image: null,
    emailVerified: true,
    isBeta: false,
    hasInstitution: Boolean(user.institution_subscription),
  };
  await page.addInitScript((text) => localStorage.setItem('user', text), JSON.stringify(session));
  return user.auth_token;
}
