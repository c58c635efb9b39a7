import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Icon } from './icons.tsx';
import { useReader } from './model/reader-model.ts';
import classes from './reader.module.css';

/** The viewer has no header, so this shows which account stores notes and answers. */
export function ReaderAccount() {
  const { t } = useTranslation('reader');
  const session = useSession();
  const { links } = useReader('host');
  // The preview in the studio has no account.
  const name = session?.firstName;
  if (!name && (session || !links.signIn)) return null;
  const label = name ? t('account', { name }) : t('lock.signIn');
  return (
    <Link
      to={name ? paths.profile.to('me') : (links.signIn ?? '')}
      className={classes.toolWithText}
      aria-label={label}
      title={label}
    >
      <Icon name="account" />
      <span dir="auto" className={classes.accountName}>
        {name ?? label}
      </span>
    </Link>
  );
}
