import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import classes from './account-area.module.css';
import { accountMenuOf } from './account-menu.ts';
import { useOwned } from './use-owned.ts';

/** What belongs to the signed-in user: the same pages as in the account menu, beside one navigation. */
export function Component() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the links are one row, which scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link
  useEffect(() => {
    const row = nav.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  if (!session) return <Outlet />;
  return (
    <div className={classes.area}>
      <nav ref={nav} className={classes.nav} aria-label={t('account.area')}>
        <AreaLinks session={session} />
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

function AreaLinks({ session }: { session: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation('shell');
  const owned = useOwned(session, true);
  const links = accountMenuOf(session, owned);
  return links.map(({ key, to }) => (
    // An address below this one may be another link's: only one is current.
    <NavLink key={key} to={to} end={links.some((other) => other.to.startsWith(`${to}/`))}>
      {t(`account.${key}`)}
    </NavLink>
  ));
}
