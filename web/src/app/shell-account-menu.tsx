import { HEADER_NAME_LENGTH } from '@vesalius/contract/constants';
import { useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Session } from '../lib/stored-session.ts';
import { OPENS_UNSENT, unsentForms } from '../lib/unsent.ts';
import { useDisclosure } from '../ui/use-disclosure.ts';
import { type AccountMenuKey, accountMenuOf } from './account-menu.ts';
import classes from './shell.module.css';
import { useOwned } from './use-owned.ts';
import { type Unsaved, useSignOut } from './use-sign-out.ts';

/** 'Hi, {first name}' with the portrait, and the menu of the account. */
export function AccountMenu({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { open, toggle, close } = useDisclosure(box);
  const owned = useOwned(session, open);
  const { signOut, unsaved, leave, stay } = useSignOut();
  const signOutButton = useRef<HTMLButtonElement>(null);
  const backToMenu = () => {
    flushSync(stay);
    // The pressed button is gone: without this the focus would leave the menu and close it.
    signOutButton.current?.focus();
  };
  // The name keeps its own direction: its ellipsis is at its end in either language.
  const [before, after] = t('account.hi', { name: '\n' }).split('\n');
  const label = (key: AccountMenuKey) => t(`account.${key}`);
  return (
    <div className={classes.account} ref={box}>
      <button
        type="button"
        className={classes.accountButton}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        <Portrait image={session.image} name={session.firstName} />
        <span className={classes.hi}>
          {before}
          <bdi>{shortName(session.firstName)}</bdi>
          {after}
        </span>
      </button>
      <nav id={id} className={classes.accountMenu} aria-label={t('account.label')} hidden={!open}>
        {unsaved ? (
          <UnsavedQuestion
            unsaved={unsaved}
            onLeave={() => void leave()}
            onStay={backToMenu}
            onOpen={() => {
              stay();
              close();
            }}
          />
        ) : (
          <>
            {accountMenuOf(session, owned).map(({ key, to }) => (
              <Link key={key} to={to} onClick={close}>
                {label(key)}
              </Link>
            ))}
            <button type="button" ref={signOutButton} onClick={() => void signOut()}>
              {t('account.signOut')}
            </button>
          </>
        )}
      </nav>
    </div>
  );
}

/** Replaces the menu; needs no code that would have to be loaded. */
function UnsavedQuestion({
  unsaved: { notes, papers, texts, imports },
  onLeave,
  onStay,
  onOpen,
}: {
  unsaved: Unsaved;
  onLeave: () => void;
  onStay: () => void;
  onOpen: () => void;
}) {
  const { t } = useTranslation('shell');
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <>
      <div role="alert" className={classes.unsaved}>
        {notes > 0 && <p>{t('unsaved.notes', { count: notes })}</p>}
        {papers > 0 && <p>{t('unsaved.papers', { count: papers })}</p>}
        {texts > 0 && (
          <>
            <p>{t('unsaved.texts', { count: texts })}</p>
            <ul>
              {unsentForms().map(({ form, path }) => (
                <li key={form}>
                  <Link to={path} state={OPENS_UNSENT} onClick={onOpen}>
                    {t(`unsaved.of.${kindOf(form)}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        {imports > 0 && <p>{t('unsaved.imports')}</p>}
      </div>
      <button type="button" ref={stay} onClick={onStay}>
        {t('unsaved.stay')}
      </button>
      <button type="button" onClick={onLeave}>
        {t('unsaved.leave')}
      </button>
    </>
  );
}

const KINDS = ['note', 'comment', 'topic', 'contact', 'profile', 'import', 'work'] as const;
/** The kind of the form, from the prefix of its name. */
const kindOf = (form: string) => KINDS.find((kind) => form.split(':')[0] === kind) ?? 'other';

/** Truncated to eight graphemes: an Arabic letter with its marks is one. */
export function shortName(name: string): string {
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)];
  if (characters.length <= HEADER_NAME_LENGTH) return name;
  return `${characters
    .slice(0, HEADER_NAME_LENGTH)
    .map(({ segment }) => segment)
    .join('')}...`;
}

/** Without a picture, the first letter of the name. */
function Portrait({ image, name }: { image: string | null; name: string }) {
  if (image) return <img src={image} alt="" width={32} height={32} className={classes.portrait} />;
  const [letter = ''] = name.trim();
  return (
    <span className={`${classes.portrait} ${classes.initial}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
