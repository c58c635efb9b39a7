import { Search } from 'lucide';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { usePreference } from '../lib/preferences.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MissingDialog } from '../ui/missing-part.tsx';
import classes from './shell.module.css';

const SearchDialog = lazyPart(() => import('../features/catalogue/search-dialog.tsx'), {
  Missing: MissingDialog,
  namespaces: ['catalogue'],
});

/** A slash that is typed into a field, or into a dialog above the page, does not open the search. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null) ||
  document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** The search of the library on every page: the header's button, Ctrl K, or a slash. */
export function ShellSearch({ button }: { button: boolean }) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState<boolean | null>(null);
  const { key } = useLocation();
  const singleKeys = usePreference('singleKeys');
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever page comes next, the dialog has done its work
  useEffect(() => setOpen((before) => before && false), [key]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      // The reader has its own single-key shortcuts, so only the command works there.
      const isSlash =
        button && singleKeys && event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.defaultPrevented || !(isCommand || (isSlash && !isTaken(event.target)))) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [button, singleKeys]);
  return (
    <>
      {button && (
        <button
          type="button"
          className={classes.search}
          aria-keyshortcuts={singleKeys ? 'Control+K /' : 'Control+K'}
          onPointerEnter={() => void SearchDialog.preload()}
          onClick={() => setOpen(true)}
        >
          <Icon icon={Search} />
          <span>{t('menu.search')}</span>
          <small aria-hidden="true">Ctrl K</small>
        </button>
      )}
      {open !== null && (
        <Suspense>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
