import { useTranslation } from 'react-i18next';
import { useReader } from '../model/reader-model.ts';
import { labelOf } from '../page-labels.ts';
import type { View } from '../view.ts';
import classes from './ribbon.module.css';

/** Marks a bookmarked page; a press takes the bookmark away. */
export function Ribbon({ page, view }: { page: number; view: View['mode'] }) {
  const { t } = useTranslation('reader');
  const { labels } = useReader('book');
  const { bookmarks } = useReader('notes');
  const { focusPages } = useReader('focus');
  if (!bookmarks?.has(page)) return null;
  const name = t('bookmark.removeFrom', { label: labelOf(page, labels) });
  return (
    <button
      type="button"
      className={classes.ribbon}
      data-view={view}
      aria-label={name}
      title={name}
      onClick={() => {
        bookmarks.toggle(page);
        // The button with the focus disappears.
        focusPages();
      }}
    />
  );
}
