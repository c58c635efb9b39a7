import { X } from 'lucide';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { CatalogueSearch } from './catalogue-search.tsx';
import classes from './search-dialog.module.css';

/** The catalogue's search over any page. The native dialog traps the focus and restores it. */
export default function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('catalogue');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('search.label')}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // By default, the first Escape would only empty the field.
        event.preventDefault();
        onClose();
      }}
      // The content fills the dialog, so a click on the dialog itself is a click on the backdrop.
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className={classes.content}>
          <CatalogueSearch inline onOpen={onClose} />
          <p className={classes.hint}>{t('search.hint')}</p>
          <p className={classes.keys} aria-hidden="true">
            <kbd>↑</kbd>
            <kbd>↓</kbd> {t('search.keyChoose')} <kbd>↵</kbd> {t('search.keyOpen')} <kbd>Esc</kbd>{' '}
            {t('search.close')}
          </p>
          <button type="button" className={classes.close} aria-label={t('search.close')} onClick={onClose}>
            <Icon icon={X} />
          </button>
        </div>
      )}
    </dialog>
  );
}
