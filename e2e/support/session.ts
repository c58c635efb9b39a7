import { expect, type Page } from '@playwright/test';

/**
 * Keeps a session in the browser as a remembered sign-in does, on each origin that is opened first with it. Once: what
 * the journey does with it afterwards (another user, signing out) stands.
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
  await enterWith(page, session);
  return user.auth_token;
}
