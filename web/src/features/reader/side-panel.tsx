import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { ChapterIndex } from './chapter-index.tsx';
import { useReader } from './model/reader-model.ts';
import { NotesPanel } from './notes/notes-panel.tsx';
import { searchedPages } from './preview.ts';
import classes from './reader.module.css';
import { SearchPanel } from './search/search-panel.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { ToolButton } from './tool-button.tsx';
import type { PanelTab } from './view.ts';

const TABS: readonly PanelTab[] = ['chapters', 'notes', 'thumbnails', 'search'];

/** The panel beside the pages; a phone shows its tabs in sheets. */
export const SidePanel = memo(function SidePanel() {
  const { t } = useTranslation('reader');
  const { view, isPhone } = useReader('view');
  const { openTab, closePanel } = useReader('overlays');
  if (isPhone || !view.panelOpen) return null;
  const { tab } = view;
  return (
    <aside className={classes.sidePanel} data-region aria-label={t('panel.label')}>
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
              onClick={() => openTab(each)}
              onKeyDown={(event) => {
                const onwards = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
                const by = event.key === onwards ? 1 : -1;
                event.preventDefault();
                event.stopPropagation();
                const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] as PanelTab;
                openTab(next);
                document.getElementById(`reader-tab-${next}`)?.focus();
              }}
            >
              {t(`panel.${each}`)}
            </button>
          ))}
        </div>
        <ToolButton icon="close" label={t('panel.close')} onClick={closePanel} />
      </div>
      <div
        className={classes.panelBody}
        role="tabpanel"
        id="reader-panel"
        aria-labelledby={`reader-tab-${tab}`}
        data-tab={tab}
      >
        <PanelContent tab={tab} />
      </div>
    </aside>
  );
});

export function PanelContent({ tab }: { tab: PanelTab }) {
  return (
    <PartBoundary shown={tab}>
      <TabContent tab={tab} />
    </PartBoundary>
  );
}

function TabContent({ tab }: { tab: PanelTab }) {
  switch (tab) {
    case 'chapters':
      return <Chapters />;
    case 'notes':
      return <Notes />;
    case 'thumbnails':
      return <Pages />;
    case 'search':
      return <Search />;
  }
}

function Chapters() {
  const { slots } = useReader('host');
  const { page, leadTo } = useReader('place');
  return <ChapterIndex data={useReader('data')} page={page} marks={slots.chapterMarks} onGo={leadTo} />;
}

function Notes() {
  const { annotations, bookmarks, edit } = useReader('notes');
  const { slots } = useReader('host');
  const { makeCard, openCard } = useReader('overlays');
  const { Card, OwnCard, cardCounts } = slots;
  const { chooseWords, notePage } = useReader('noteTools');
  const { leadToLookUp } = useReader('place');
  return (
    <NotesPanel
      data={useReader('data')}
      annotations={annotations}
      onGo={({ note, rects }) => leadToLookUp(note.pageNumber, rects[0]?.y)}
      onEdit={edit}
      onUnmark={bookmarks?.toggle}
      cards={
        Card && {
          // Without a way to it, nothing says that there is one.
          count: (id) => (OwnCard ? (cardCounts?.get(id) ?? 0) : 0),
          make: ({ id, note }) => makeCard({ annotationId: id, quote: note.quote, note: note.text }),
          open: openCard,
        }
      }
      onChooseWords={chooseWords}
      onPageNote={notePage}
    />
  );
}

function Pages() {
  const { engine, sizes, labels } = useReader('book');
  const { page, leadTo } = useReader('place');
  return (
    <Thumbnails
      engine={engine}
      sizes={sizes}
      labels={labels}
      page={page}
      lastReadable={useReader('data').access.last_page}
      onGo={leadTo}
    />
  );
}

function Search() {
  const { step, choose, openAnswer } = useReader('hits');
  const { find } = useReader('notes').annotations;
  const { leadToLookUp } = useReader('place');
  return (
    <SearchPanel
      search={useReader('search')}
      labels={useReader('book').labels}
      previewPages={searchedPages(useReader('data'))}
      fieldRef={useReader('focus').searchField}
      onStep={step}
      onChoose={choose}
      onOpenAnswer={openAnswer}
      onOpenPage={leadToLookUp}
      onOpenNote={({ id, page }) => leadToLookUp(page, find(id)?.rects[0]?.y)}
    />
  );
}
