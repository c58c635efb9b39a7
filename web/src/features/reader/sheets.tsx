import { Drawer } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { useReader } from './model/reader-model.ts';
import type { Sheet } from './model/use-overlays.ts';
import { PageField } from './page-field.tsx';
import classes from './phone.module.css';
import { PanelContent } from './side-panel.tsx';

const BOOK_TABS = ['chapters', 'thumbnails', 'search'] as const;

/** Modals on a phone. They open from below, within reach of a thumb. */
export function Sheets({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { t } = useTranslation('reader');
  useReturnsFocus();
  const { labels, numberOfPages } = useReader('book');
  const { Lectures, Tests } = useReader('host').slots;
  const { page, reading, leadTo, step } = useReader('place');
  const { openSheet } = useReader('overlays');
  const titles: Record<Sheet, string> = {
    chapters: t('slots.book'),
    thumbnails: t('slots.book'),
    search: t('slots.book'),
    notes: t('slots.notes'),
    lectures: t('slots.lectures'),
    tests: t('slots.tests'),
    goTo: t('keys.goTo'),
  };
  const isBook = sheet === 'chapters' || sheet === 'thumbnails' || sheet === 'search';
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size={sheet === 'goTo' ? 180 : '78dvh'}
      title={titles[sheet]}
      closeButtonProps={{ 'aria-label': t('panel.close') }}
      classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
      transitionProps={{ duration: 160 }}
    >
      {isBook && (
        <div className={classes.tabs}>
          {BOOK_TABS.map((tab) => (
            <button key={tab} type="button" aria-pressed={tab === sheet} onClick={() => openSheet(tab)}>
              {t(`panel.${tab}`)}
            </button>
          ))}
        </div>
      )}
      <div className={classes.content} data-sheet={sheet}>
        {(isBook || sheet === 'notes') && <PanelContent tab={sheet} />}
        <PartBoundary shown={sheet}>
          <Suspense>
            {sheet === 'lectures' && Lectures && <Lectures place={reading} />}
            {sheet === 'tests' && Tests && <Tests place={reading} />}
          </Suspense>
        </PartBoundary>
        {sheet === 'goTo' && (
          <PageField page={page} labels={labels} numberOfPages={numberOfPages} onGo={leadTo} onStep={step} />
        )}
      </div>
    </Drawer>
  );
}
