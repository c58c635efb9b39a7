import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from './icons.tsx';
import { useReader } from './model/reader-model.ts';
import { PageField } from './page-field.tsx';
import { ChapterLine, ProgressLine } from './progress-line.tsx';
import classes from './reader.module.css';
import { ReaderAccount } from './reader-account.tsx';
import { ToolButton } from './tool-button.tsx';
import { ViewMenu } from './view-menu.tsx';
import { ZoomControl } from './zoom-control.tsx';

export const ReaderToolbar = memo(function ReaderToolbar() {
  const { t } = useTranslation('reader');
  const { book, access } = useReader('data');
  const { slots, links } = useReader('host');
  const { page } = useReader('place');
  const { view, change, isPhone } = useReader('view');
  const commands = useReader('commands');
  const listening = useReader('listening');
  return (
    <header className={classes.toolbar} data-bar data-region>
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
            onClick={() => change({ panelOpen: !view.panelOpen })}
          />
        )}
        <div className={classes.titles}>
          <h1 dir="auto">{book.title}</h1>
          <ChapterLine page={page} />
        </div>
      </div>
      {!isPhone && (
        <div className={classes.middle}>
          <PageNumber />
          <ZoomControl />
        </div>
      )}
      <div className={classes.end}>
        {!isPhone && (
          <ToolButton
            icon="text"
            label={t('text.view')}
            pressed={view.mode === 'text'}
            onClick={commands.textView}
          />
        )}
        {!isPhone && (
          <ToolButton
            icon="listen"
            className={classes.wideOnly}
            label={t('listening.label')}
            pressed={listening.state !== null}
            onClick={commands.listen}
          />
        )}
        <BookmarkButton />
        <ToolButton icon="search" label={t('view.search')} onClick={commands.search} />
        {!isPhone && (
          <>
            <MaterialLink
              icon="lectures"
              label={t('slots.lectures')}
              to={links.lectures}
              open={access.granted}
              closed={links.closed}
            />
            <MaterialLink
              icon="tests"
              label={t('slots.tests')}
              to={links.tests}
              open={access.granted}
              closed={links.closed}
            />
          </>
        )}
        {!isPhone && slots.PagePanel && (
          <ToolButton
            icon="pagePanel"
            label={t('view.onThisPage')}
            flip
            aria-expanded={view.pagePanelOpen}
            onClick={() => change({ pagePanelOpen: !view.pagePanelOpen })}
          />
        )}
        <ReaderAccount />
        <ViewMenu />
      </div>
      <ProgressLine />
    </header>
  );
});

/** Left out in windows of a width where the tools fill the bar: the menu has it. */
function BookmarkButton() {
  const { t } = useTranslation('reader');
  const { page } = useReader('place');
  const { isPhone } = useReader('view');
  const { bookmarks } = useReader('notes');
  if (!bookmarks) return null;
  return (
    <ToolButton
      icon="bookmark"
      className={isPhone ? undefined : classes.wideOnly}
      label={t('bookmark.label')}
      pressed={bookmarks.has(page)}
      onClick={() => bookmarks.toggle(page)}
    />
  );
}

function PageNumber() {
  const { labels, numberOfPages } = useReader('book');
  const { page, goTo, step } = useReader('place');
  const { pageField, focusPages } = useReader('focus');
  return (
    <PageField
      page={page}
      labels={labels}
      numberOfPages={numberOfPages}
      fieldRef={pageField}
      onGo={goTo}
      onLeave={focusPages}
      onStep={step}
    />
  );
}

/** Without access, a disabled button that says why, as specified. */
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
