import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../../lib/preferences.ts';
import { stepScale } from './layout/page-layout.ts';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { ToolButton } from './tool-button.tsx';
import type { View } from './view.ts';

/** What one needs now and then: kept out of the way. */
export function ViewMenu({
  view,
  isFullScreen,
  isPhone,
  onView,
  onFullScreen,
  onPrint,
  onKeys,
  scale,
  onChooseWords,
  onPageNote,
  children,
}: {
  view: View;
  isFullScreen: boolean;
  isPhone: boolean;
  onView: (change: Partial<View>) => void;
  onFullScreen: () => void;
  onPrint: () => void;
  onKeys: () => void;
  /** 1 = 100 percent. */
  scale: number;
  /** Null: this reader keeps no notes. */
  onChooseWords: (() => void) | null;
  onPageNote: (() => void) | null;
  /** More entries: keeping the book on the device. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('reader');
  const hasHints = usePreference('singleKeys') && !isPhone;
  const hint = (key: string) => (hasHints ? key : '');
  const zoom = (direction: 1 | -1) => onView({ zoom: { kind: 'scale', scale: stepScale(scale, direction) } });
  const turn = () => onView({ rotation: ((view.rotation + 90) % 360) as View['rotation'] });
  return (
    <Menu align="end" button={(props) => <ToolButton icon="more" label={t('view.menu')} {...props} />}>
      {isPhone &&
        (['auto', 'width', 'page'] as const).map((kind) => (
          <MenuItem key={kind} checked={view.zoom.kind === kind} onClick={() => onView({ zoom: { kind } })}>
            {t(`zoom.${kind}`)}
          </MenuItem>
        ))}
      {isPhone && <MenuItem onClick={() => zoom(1)}>{t('zoom.in')}</MenuItem>}
      {isPhone && <MenuItem onClick={() => zoom(-1)}>{t('zoom.out')}</MenuItem>}
      {isPhone && <MenuLine />}
      {onChooseWords && (
        <MenuItem onClick={onChooseWords} hint={isPhone ? '' : 'F2'}>
          {t('keys.chooseWords')}
        </MenuItem>
      )}
      {onPageNote && (
        <MenuItem onClick={onPageNote} hint={hint('M')}>
          {t('keys.pageNote')}
        </MenuItem>
      )}
      {!isPhone && (
        <MenuItem
          checked={view.twoPages}
          hint={hint('D')}
          onClick={() => onView({ twoPages: !view.twoPages })}
        >
          {t('view.twoPages')}
        </MenuItem>
      )}
      <MenuItem onClick={turn} hint={hint('R')}>
        {t('view.rotate')}
      </MenuItem>
      <MenuItem checked={view.dark} hint={hint('I')} onClick={() => onView({ dark: !view.dark })}>
        {t('view.dark')}
      </MenuItem>
      <MenuItem onClick={onFullScreen} hint={hint('F')}>
        {t(isFullScreen ? 'view.leaveFullScreen' : 'view.fullScreen')}
      </MenuItem>
      <MenuItem onClick={onPrint}>{t('view.print')}</MenuItem>
      {children}
      {!isPhone && <MenuLine />}
      {!isPhone && (
        <MenuItem onClick={onKeys} hint={hint('?')}>
          {t('view.keys')}
        </MenuItem>
      )}
    </Menu>
  );
}
