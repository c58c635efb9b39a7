import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { useReader } from './model/reader-model.ts';
import classes from './reader.module.css';

/*
 * Where the components of other features go. They are forty files: they load after the first page, so they do not
 * compete with it for bandwidth.
 */

/** The slot above the pages. */
export const AboveSlot = memo(function AboveSlot() {
  const { slots, isShown } = useReader('host');
  const place = useReader('settled');
  const { Alert } = slots;
  return (
    <PartBoundary>
      <Suspense>{isShown && Alert && <Alert place={place} />}</Suspense>
    </PartBoundary>
  );
});

/** The slot for the current page's materials and tests, beside the page; in a sheet on a phone. */
export const PageSlot = memo(function PageSlot() {
  const { t } = useTranslation('reader');
  const { slots, isShown } = useReader('host');
  const place = useReader('settled');
  const { view, isPhone } = useReader('view');
  const { PagePanel } = slots;
  if (isPhone || !PagePanel || !view.pagePanelOpen || slots.beside) return null;
  return (
    <aside className={classes.pagePanel} data-region aria-label={t('view.onThisPage')}>
      <PartBoundary shown={place.page}>
        <Suspense>{isShown && <PagePanel place={place} />}</Suspense>
      </PartBoundary>
    </aside>
  );
});

/** Automatically opens what is due at a page. */
export const WatcherSlot = memo(function WatcherSlot() {
  const { slots, isShown } = useReader('host');
  const { reading } = useReader('place');
  const { Watcher } = slots;
  return (
    isShown &&
    Watcher && (
      <PartBoundary>
        <Suspense>{<Watcher place={reading} />}</Suspense>
      </PartBoundary>
    )
  );
});
