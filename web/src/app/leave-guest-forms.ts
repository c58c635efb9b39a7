import type { i18n as I18n } from 'i18next';
import type { createMemoryRouter } from 'react-router';
import { closeLogin, isLoginOpen } from '../lib/login-modal.ts';
import type { Session } from '../lib/session.ts';
import { notify } from '../ui/notify.ts';
import type { RouteHandle } from './lazy-route.ts';

type Router = ReturnType<typeof createMemoryRouter>;

/**
 * A visitor's tab whose user signed in in another tab: the guards look again, and a form to sign in or to register is
 * left. Whoever signed in there would take the place of the one who just did.
 */
export function leaveGuestForms(router: Router, i18n: I18n, { firstName }: Session): void {
  const isGuestScreen = router.state.matches.some(
    ({ route }) => (route.handle as RouteHandle | undefined)?.guard === 'guest',
  );
  if (isGuestScreen || isLoginOpen())
    notify('info', i18n.t('left.signedIn', { ns: 'shell', name: firstName }), { stays: true });
  closeLogin();
  void router.revalidate();
}
