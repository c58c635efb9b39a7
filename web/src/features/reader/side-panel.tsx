import type { Annotation, BookPages } from '@vesalius/contract/reader';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ChapterIndex } from './chapter-index.tsx';
import type { PageEngine } from './engine/page-engine.ts';
import type { PageSize } from './layout/page-layout.ts';
import { NotesPanel } from './notes/notes-panel.tsx';
import type { Annotations } from './notes/use-annotations.ts';
import { searchedPages } from './preview.ts';
import classes from './reader.module.css';
import { SearchPanel } from './search/search-panel.tsx';
import type { BookSearch } from './search/use-book-search.ts';
import type { ReaderSlots } from './slots.ts';
import { Thumbnails } from './thumbnails.tsx';
import { ToolButton } from './tool-button.tsx';
import type { PanelTab } from './view.ts';

/** What the panels need; the same beside the page and in a phone's sheets. */
export interface Panels {
  readonly data: BookPages;
  readonly engine: PageEngine;
  readonly sizes: readonly PageSize[];
  readonly page: number;
  readonly annotations: Annotations;
  readonly search: BookSearch;
  readonly searchFieldRef: RefObject<HTMLInputElement | null>;
  readonly marks: ReaderSlots['chapterMarks'];
  onGo(page: number): void;
  onStepHit(direction: 1 | -1): void;
  onChooseHit(index: number): void;
  onGoToNote(annotation: Annotation): void;
  onEditNote(annotation: Annotation): void;
  /** Null: this reader keeps no notes. */
  readonly onChooseWords: (() => void) | null;
  readonly onPageNote: (() => void) | null;
}

const TABS: readonly PanelTab[] = ['chapters', 'notes', 'thumbnails', 'search'];

export function SidePanel({
  tab,
  onTab,
  onClose,
  ...panels
}: Panels & { tab: PanelTab; onTab: (tab: PanelTab) => void; onClose: () => void }) {
  const { t } = useTranslation('reader');
  return (
    <aside className={classes.sidePanel} aria-label={t('panel.label')}>
      <div className={classes.tabs}>
        <div role="tablist" aria-label={t('panel.label')} className={classes.tabList}>
          {TABS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`reader-tab-${each}`}
              aria-selected={each === tab}
              aria-controls="reader-panel"
              tabIndex={each === tab ? 0 : -1}
              onClick={() => onTab(each)}
              onKeyDown={(event) => {
                const onwards = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
                const by = event.key === onwards ? 1 : -1;
                event.preventDefault();
                event.stopPropagation();
                const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] as PanelTab;
                onTab(next);
                document.getElementById(`reader-tab-${next}`)?.focus();
              }}
            >
              {t(`panel.${each}`)}
            </button>
          ))}
        </div>
        <ToolButton icon="close" label={t('panel.close')} onClick={onClose} />
      </div>
      <div
        className={classes.panelBody}
        role="tabpanel"
        id="reader-panel"
        aria-labelledby={`reader-tab-${tab}`}
        data-tab={tab}
      >
        <PanelContent tab={tab} {...panels} />
      </div>
    </aside>
  );
}

export function PanelContent({ tab, ...panels }: Panels & { tab: PanelTab }) {
  const { data, page } = panels;
  switch (tab) {
    case 'chapters':
      return <ChapterIndex data={data} page={page} marks={panels.marks} onGo={panels.onGo} />;
    case 'notes':
      return (
        <NotesPanel
          data={data}
          annotations={panels.annotations}
          onGo={panels.onGoToNote}
          onEdit={panels.onEditNote}
          onChooseWords={panels.onChooseWords}
          onPageNote={panels.onPageNote}
        />
      );
    case 'thumbnails':
      return (
        <Thumbnails
          engine={panels.engine}
          sizes={panels.sizes}
          labels={data.labels}
          page={page}
          lastReadable={data.access.last_page}
          onGo={panels.onGo}
        />
      );
    case 'search':
      return (
        <SearchPanel
          search={panels.search}
          labels={data.labels}
          previewPages={searchedPages(data)}
          fieldRef={panels.searchFieldRef}
          onStep={panels.onStepHit}
          onChoose={panels.onChooseHit}
        />
      );
  }
}
