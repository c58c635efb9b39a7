import type { BookPages } from '@vesalius/contract/reader';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from './icons.tsx';
import { PageField } from './page-field.tsx';
import classes from './reader.module.css';
import type { ReaderLinks } from './slots.ts';
import { ToolButton } from './tool-button.tsx';
import type { View } from './view.ts';
import { ViewMenu } from './view-menu.tsx';
import { ZoomControl } from './zoom-control.tsx';

export function ReaderToolbar({
  data,
  page,
  view,
  scale,
  isPhone,
  isFullScreen,
  links,
  hasPagePanel,
  pageFieldRef,
  onGo,
  onLeaveField,
  onStep,
  onView,
  onSearch,
  onFullScreen,
  onPrint,
  onKeys,
  onChooseWords,
  onPageNote,
  menu,
}: {
  data: BookPages;
  page: number;
  view: View;
  scale: number;
  isPhone: boolean;
  isFullScreen: boolean;
  links: ReaderLinks;
  hasPagePanel: boolean;
  pageFieldRef: RefObject<HTMLInputElement | null>;
  onGo: (page: number) => void;
  /** The page field is done with: the keys are the pages' again. */
  onLeaveField: () => void;
  onStep: (direction: 1 | -1) => void;
  onView: (change: Partial<View>) => void;
  onSearch: () => void;
  onFullScreen: () => void;
  onPrint: () => void;
  onKeys: () => void;
  onChooseWords: (() => void) | null;
  onPageNote: (() => void) | null;
  menu: ReactNode;
}) {
  const { t } = useTranslation('reader');
  const { book, chapters } = data;
  const chapter = chapters.findLast((each) => each.first_page <= page);
  return (
    <header className={classes.toolbar}>
      <div className={classes.start}>
        <Link to={links.back} className={classes.tool} aria-label={t('back')} title={t('back')}>
          <Icon name="back" flip />
        </Link>
        {!isPhone && (
          <ToolButton
            icon="panel"
            label={t('view.panel')}
            flip
            aria-expanded={view.panelOpen}
            onClick={() => onView({ panelOpen: !view.panelOpen })}
          />
        )}
        <div className={classes.titles}>
          <h1 dir="auto">{book.title}</h1>
          {chapter && <p dir="auto">{chapter.title}</p>}
        </div>
      </div>
      {!isPhone && (
        <div className={classes.middle}>
          <PageField
            page={page}
            labels={data.labels}
            numberOfPages={book.number_of_pages}
            fieldRef={pageFieldRef}
            onGo={onGo}
            onLeave={onLeaveField}
            onStep={onStep}
          />
          <ZoomControl zoom={view.zoom} scale={scale} onZoom={(zoom) => onView({ zoom })} />
        </div>
      )}
      <div className={classes.end}>
        <ToolButton icon="search" label={t('view.search')} onClick={onSearch} />
        {!isPhone && (
          <>
            <MaterialLink
              icon="lectures"
              label={t('slots.lectures')}
              to={links.lectures}
              open={data.access.granted}
              closed={links.closed}
            />
            <MaterialLink
              icon="tests"
              label={t('slots.tests')}
              to={links.tests}
              open={data.access.granted}
              closed={links.closed}
            />
          </>
        )}
        {!isPhone && hasPagePanel && (
          <ToolButton
            icon="pagePanel"
            label={t('view.onThisPage')}
            flip
            aria-expanded={view.pagePanelOpen}
            onClick={() => onView({ pagePanelOpen: !view.pagePanelOpen })}
          />
        )}
        <ViewMenu
          view={view}
          isFullScreen={isFullScreen}
          isPhone={isPhone}
          onView={onView}
          onFullScreen={onFullScreen}
          onPrint={onPrint}
          onKeys={onKeys}
          scale={scale}
          onChooseWords={onChooseWords}
          onPageNote={onPageNote}
        >
          {menu}
        </ViewMenu>
      </div>
    </header>
  );
}

/** Without access it is a button that is off, as the specification says, and tells why. */
function MaterialLink({
  icon,
  label,
  to,
  open,
  closed,
}: {
  icon: 'lectures' | 'tests';
  label: string;
  to: string;
  open: boolean;
  closed: string | undefined;
}) {
  const { t } = useTranslation('reader');
  if (!open || closed)
    return (
      <button type="button" className={classes.toolWithText} disabled title={closed ?? t('lock.buttons')}>
        <Icon name="lock" />
        <span>{label}</span>
      </button>
    );
  return (
    <Link to={to} className={classes.toolWithText}>
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  );
}
