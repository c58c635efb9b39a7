import { Drawer } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { PageField } from './page-field.tsx';
import classes from './phone.module.css';
import type { Sheet } from './phone-bar.tsx';
import { PanelContent, type Panels } from './side-panel.tsx';
import type { ReaderSlots, ReadingPlace } from './slots.ts';

const BOOK_TABS = ['chapters', 'thumbnails', 'search'] as const;

/** A phone's modals: from below, so that the thumb that opened one can close it. */
export function Sheets({
  sheet,
  panels,
  slots,
  place,
  onTab,
  onStep,
  onClose,
}: {
  sheet: Sheet;
  panels: Panels;
  slots: ReaderSlots;
  place: ReadingPlace;
  onTab: (sheet: Sheet) => void;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('reader');
  useReturnsFocus();
  const { Lectures, Tests, PagePanel } = slots;
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
            <button key={tab} type="button" aria-pressed={tab === sheet} onClick={() => onTab(tab)}>
              {t(`panel.${tab}`)}
            </button>
          ))}
        </div>
      )}
      <div className={classes.content} data-sheet={sheet}>
        {(isBook || sheet === 'notes') && <PanelContent tab={sheet} {...panels} />}
        <Suspense>
          {sheet === 'lectures' && PagePanel && <PagePanel place={place} />}
          {sheet === 'lectures' && Lectures && <Lectures place={place} />}
          {sheet === 'tests' && Tests && <Tests place={place} />}
        </Suspense>
        {sheet === 'goTo' && (
          <PageField
            page={panels.page}
            labels={panels.data.labels}
            numberOfPages={panels.data.book.number_of_pages}
            onGo={panels.onGo}
            onStep={onStep}
          />
        )}
      </div>
    </Drawer>
  );
}
