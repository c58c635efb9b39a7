import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { ToolButton } from './tool-button.tsx';
import type { View } from './use-view.ts';

/** What one needs now and then: kept out of the way. */
export function ViewMenu({
  view,
  isFullScreen,
  isPhone,
  onView,
  onFullScreen,
  onPrint,
  onKeys,
  children,
}: {
  view: View;
  isFullScreen: boolean;
  isPhone: boolean;
  onView: (change: Partial<View>) => void;
  onFullScreen: () => void;
  onPrint: () => void;
  onKeys: () => void;
  /** More entries: keeping the book on the device. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('reader');
  const turn = () => onView({ rotation: ((view.rotation + 90) % 360) as View['rotation'] });
  return (
    <Menu align="end" button={(props) => <ToolButton icon="more" label={t('view.menu')} {...props} />}>
      {isPhone &&
        (['auto', 'width', 'page'] as const).map((kind) => (
          <MenuItem key={kind} checked={view.zoom.kind === kind} onClick={() => onView({ zoom: { kind } })}>
            {t(`zoom.${kind}`)}
          </MenuItem>
        ))}
      {isPhone && <MenuLine />}
      {!isPhone && (
        <MenuItem checked={view.twoPages} hint="D" onClick={() => onView({ twoPages: !view.twoPages })}>
          {t('view.twoPages')}
        </MenuItem>
      )}
      <MenuItem onClick={turn} hint={isPhone ? '' : 'R'}>
        {t('view.rotate')}
      </MenuItem>
      <MenuItem checked={view.dark} hint={isPhone ? '' : 'I'} onClick={() => onView({ dark: !view.dark })}>
        {t('view.dark')}
      </MenuItem>
      <MenuItem onClick={onFullScreen} hint={isPhone ? '' : 'F'}>
        {t(isFullScreen ? 'view.leaveFullScreen' : 'view.fullScreen')}
      </MenuItem>
      <MenuItem onClick={onPrint}>{t('view.print')}</MenuItem>
      {children}
      {!isPhone && <MenuLine />}
      {!isPhone && (
        <MenuItem onClick={onKeys} hint="?">
          {t('view.keys')}
        </MenuItem>
      )}
    </Menu>
  );
}
