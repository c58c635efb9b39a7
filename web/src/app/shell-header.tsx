import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '@vesalius/contract/constants';
import { Menu, X } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { changeLanguage } from '../i18n/i18n.ts';
import { openLogin } from '../lib/login-modal.ts';
import { paths } from '../lib/paths.ts';
import { getSession, useSession } from '../lib/session.ts';
import buttons from '../ui/buttons.module.css';
import { Icon } from '../ui/icon.tsx';
import { keepClearOf } from '../ui/sticky-bars.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { useDisclosure } from '../ui/use-disclosure.ts';
import { saveLanguage } from './save-language.ts';
import { SECTIONS } from './sections.ts';
import classes from './shell.module.css';
import { AccountMenu } from './shell-account-menu.tsx';
import { ShellSearch } from './shell-search.tsx';

/** The product's name, the menu, language and theme, and the account. */
export function ShellHeader() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const box = useRef<HTMLElement>(null);
  const menuId = useId();
  const { open, toggle, close } = useDisclosure(box);
  useEffect(() => keepClearOf(box.current), []);
  return (
    <header className={classes.header} ref={box}>
      <div className={`page ${classes.bar}`}>
        <Link to={paths.home.to()} className={classes.brand} onClick={close}>
          {t('productName')}
        </Link>
        <ShellSearch button />
        {/* Before the menu that it opens, so that Tab leads into it; the style sheet shows it last. */}
        <button
          type="button"
          className={`${buttons.icon} ${classes.burger}`}
          aria-label={t(open ? 'menu.close' : 'menu.open')}
          aria-expanded={open}
          aria-controls={menuId}
          onClick={toggle}
        >
          <Icon icon={open ? X : Menu} size={24} weight={1.75} />
        </button>
        <nav id={menuId} className={classes.nav} aria-label={t('menu.main')} data-open={open || undefined}>
          <NavLink end to={paths.home.to()} onClick={close}>
            {t('menu.home')}
          </NavLink>
          <Link to={paths.home.to(SECTIONS.courses)} onClick={close}>
            {t('menu.digitalCourses')}
          </Link>
          <Link to={paths.home.to(SECTIONS.about)} onClick={close}>
            {t('menu.aboutUs')}
          </Link>
          <Link to={paths.home.to(SECTIONS.contact)} onClick={close}>
            {t('menu.contactUs')}
          </Link>
          <span className={classes.switches}>
            <LanguageSwitch />
            <ThemeSwitch />
          </span>
          {!session && <GuestLinks onDone={close} />}
        </nav>
        {session ? <AccountMenu session={session} /> : null}
      </div>
    </header>
  );
}

function GuestLinks({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell');
  const here = useHere();
  return (
    <span className={classes.guest}>
      <Link
        to={paths.signIn.to(here)}
        className={`${buttons.quiet} ${buttons.small}`}
        onClick={(event) => {
          onDone();
          // With a modifier key the link opens its page in another tab.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openLogin(here);
        }}
      >
        {t('menu.signIn')}
      </Link>
      <Link
        to={paths.registration.to(here)}
        className={`${buttons.primary} ${buttons.small}`}
        onClick={onDone}
      >
        {t('menu.register')}
      </Link>
    </span>
  );
}

/** The current address as the return address; the pages for signing in are not worth returning to. */
function useHere(): string | undefined {
  const { pathname, search } = useLocation();
  return /^\/($|signin|login|registration|forget-password|verification|missing)/i.test(pathname)
    ? (new URLSearchParams(search).get('next') ?? undefined)
    : `${pathname}${search}`;
}

/** Shows the other language's name in that language. The choice of a signed-in user is also that of the account. */
function LanguageSwitch() {
  const { t, i18n } = useTranslation('shell');
  const other: Language = i18n.language === 'ar' ? 'en' : 'ar';
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async () => {
    const user = getSession();
    await changeLanguage(i18n, other);
    if (user) void saveLanguage(queryClient, user, other);
  };
  return (
    <button
      type="button"
      className={`${buttons.quiet} ${buttons.small}`}
      lang={other}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        void change().finally(() => setBusy(false));
      }}
    >
      {t(`language.${other}`)}
    </button>
  );
}
