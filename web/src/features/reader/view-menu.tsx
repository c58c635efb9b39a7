import { useTranslation } from 'react-i18next';
import { usePreference } from '../../lib/preferences.ts';
import { isDarkPaper } from './flow/text-settings.ts';
import { fitsIn } from './layout/page-layout.ts';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { useReader } from './model/reader-model.ts';
import { ToolButton } from './tool-button.tsx';

/** The menu of less frequent actions. */
export function ViewMenu() {
  const { t } = useTranslation('reader');
  const { view, zoom, change, isPhone, isSmall, isFullScreen } = useReader('view');
  const { access } = useReader('data');
  const { print, cite, setTextSettingsOpen } = useReader('overlays');
  const { page } = useReader('place');
  const isText = view.mode === 'text';
  const { bookmarks } = useReader('notes');
  const { chooseWords, notePage } = useReader('noteTools');
  const { menu } = useReader('host').slots;
  const commands = useReader('commands');
  const listening = useReader('listening');
  const hasHints = usePreference('singleKeys') && !isPhone;
  const hint = (key: string) => (hasHints ? key : '');
  return (
    <Menu align="end" button={(props) => <ToolButton icon="more" label={t('view.menu')} {...props} />}>
      <MenuItem checked={isText} hint={hint('T')} onClick={commands.textView}>
        {t('text.view')}
      </MenuItem>
      {isText && <MenuItem onClick={() => setTextSettingsOpen(true)}>{t('text.settings')}</MenuItem>}
      <MenuItem checked={listening.state !== null} hint={hint('L')} onClick={commands.listen}>
        {t('listening.label')}
      </MenuItem>
      <MenuLine />
      {isPhone &&
        !isText &&
        fitsIn(isSmall).map((kind) => (
          <MenuItem key={kind} checked={zoom.kind === kind} onClick={() => change({ zoom: { kind } })}>
            {t(`zoom.${kind}`)}
          </MenuItem>
        ))}
      {isPhone && <MenuItem onClick={commands.zoomIn}>{t(isText ? 'text.larger' : 'zoom.in')}</MenuItem>}
      {isPhone && <MenuItem onClick={commands.zoomOut}>{t(isText ? 'text.smaller' : 'zoom.out')}</MenuItem>}
      {isPhone && <MenuLine />}
      {chooseWords && (
        <MenuItem onClick={chooseWords} hint={isPhone ? '' : 'F2'}>
          {t('keys.chooseWords')}
        </MenuItem>
      )}
      {notePage && (
        <MenuItem onClick={notePage} hint={hint('M')}>
          {t('keys.pageNote')}
        </MenuItem>
      )}
      {bookmarks && (
        <MenuItem checked={bookmarks.has(page)} hint={hint('S')} onClick={commands.bookmark}>
          {t('bookmark.label')}
        </MenuItem>
      )}
      {!isPhone && !isText && (
        <MenuItem checked={view.twoPages} hint={hint('D')} onClick={commands.twoPages}>
          {t('view.twoPages')}
        </MenuItem>
      )}
      {!isText && (
        <MenuItem onClick={commands.rotate} hint={hint('R')}>
          {t('view.rotate')}
        </MenuItem>
      )}
      <MenuItem
        checked={isText ? isDarkPaper(view.text.paper) : view.dark}
        hint={hint('I')}
        onClick={commands.dark}
      >
        {t('view.dark')}
      </MenuItem>
      {access.granted && (
        <MenuItem checked={view.showsProgress} onClick={() => change({ showsProgress: !view.showsProgress })}>
          {t('progress.view')}
        </MenuItem>
      )}
      <MenuItem onClick={commands.fullScreen} hint={hint('F')}>
        {t(isFullScreen ? 'view.leaveFullScreen' : 'view.fullScreen')}
      </MenuItem>
      <MenuItem onClick={() => cite(page)}>{t('view.cite')}</MenuItem>
      <MenuItem onClick={print.start}>{t('view.print')}</MenuItem>
      {menu}
      {!isPhone && <MenuLine />}
      {!isPhone && (
        <MenuItem onClick={commands.help} hint={hint('?')}>
          {t('view.keys')}
        </MenuItem>
      )}
    </Menu>
  );
}
