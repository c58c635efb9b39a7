import { expect, type Page } from '@playwright/test';

/**
 * Stores a session in the browser as a remembered sign-in does, once for each origin. Later changes by the journey
 * (another user, signing out) stay.
 */
export async function enterWith(
  page: Page,
  session: { readonly token: string } & Record<string, unknown>,
): Promise<void> {
  await page.addInitScript((entering) => {
    const entered = localStorage.getItem('journey-entered') ?? '';
    if (entered.includes(entering.token)) return;
    localStorage.setItem('journey-entered', entered + entering.token);
    localStorage.setItem('user', JSON.stringify(entering));
  }, session);
}

/** Signs in by a call, as if remembered: for journeys about something other than signing in. */
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
  await enterWith(page, session);
  return user.auth_token;
}
