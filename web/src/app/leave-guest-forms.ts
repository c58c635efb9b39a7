import type { i18n as I18n } from 'i18next';
import type { createMemoryRouter } from 'react-router';
import { closeLogin, isLoginOpen } from '../lib/login-modal.ts';
import type { Session } from '../lib/stored-session.ts';
import { notify } from '../ui/notify.ts';
import type { RouteHandle } from './lazy-route.ts';

type Router = ReturnType<typeof createMemoryRouter>;

/**
 * For a visitor's tab when a user has signed in in another tab: runs the guards again and leaves forms for signing in or
 * registering, which would replace that user.
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
