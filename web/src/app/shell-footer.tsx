import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { openLogin } from '../lib/login-modal.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { SECTIONS } from './sections.ts';
import classes from './shell.module.css';
import { FooterBooks } from './shell-footer-books.tsx';
import { socialLinks } from './social-links.ts';

/** About, contact, sign-in, books, and the publisher. */
export function ShellFooter() {
  const { t } = useTranslation('shell');
  const session = useSession();
  // The page already has a form for signing in.
  const isSigningIn = useLocation().pathname.toLowerCase() === paths.signIn.pattern.toLowerCase();
  const links = socialLinks();
  return (
    <footer className={classes.footer}>
      <div className={`page ${classes.footerGrid}`}>
        <div className={classes.imprint}>
          <p className={classes.brand}>{t('productName')}</p>
          <p>{t('footer.promise')}</p>
        </div>
        <nav aria-label={t('footer.product')}>
          <h2>{t('footer.product')}</h2>
          <Link to={paths.home.to(SECTIONS.about)}>{t('menu.aboutUs')}</Link>
          <Link to={paths.contact.to()}>{t('menu.contactUs')}</Link>
          <Link to={paths.books.to()}>{t('footer.allBooks')}</Link>
          <Link to={paths.accessibility.to()}>{t('footer.accessibility')}</Link>
        </nav>
        <FooterBooks />
        {!session && (
          <nav aria-label={t('footer.account')}>
            <h2>{t('footer.account')}</h2>
            {!isSigningIn && (
              <button type="button" onClick={() => openLogin()}>
                {t('menu.signIn')}
              </button>
            )}
            <Link to={paths.registration.to()}>{t('menu.register')}</Link>
          </nav>
        )}
        {links.length > 0 && (
          <nav aria-label={t('footer.follow')}>
            <h2>{t('footer.follow')}</h2>
            {links.map(({ name, url }) => (
              <a key={url} href={url} rel="noopener noreferrer" target="_blank">
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
      <div className={`page ${classes.copyright}`}>
        <small>{t('footer.copyright', { year: new Date().getFullYear() })}</small>
      </div>
    </footer>
  );
}
