import { useTranslation } from 'react-i18next';
import { TEXT_SIZES } from './flow/text-settings.ts';
import { fitsIn, type Zoom } from './layout/page-layout.ts';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { useReader } from './model/reader-model.ts';
import classes from './reader.module.css';
import { ToolButton } from './tool-button.tsx';

const SCALES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

export function ZoomControl() {
  const { t } = useTranslation('reader');
  const { view } = useReader('view');
  const { zoomIn, zoomOut } = useReader('commands');
  const percent = Math.round(useReader('scale') * 100);
  const isText = view.mode === 'text';
  return (
    <div className={classes.group}>
      <ToolButton icon="minus" label={t(isText ? 'text.smaller' : 'zoom.out')} onClick={zoomOut} />
      <Menu
        button={(props) => (
          <button
            type="button"
            className={classes.zoomValue}
            aria-label={t(isText ? 'text.menu' : 'zoom.menu', { percent })}
            {...props}
          >
            {percent}%
          </button>
        )}
      >
        {isText ? <TextItems /> : <ZoomItems />}
      </Menu>
      <ToolButton icon="plus" label={t(isText ? 'text.larger' : 'zoom.in')} onClick={zoomIn} />
    </div>
  );
}

function ZoomItems() {
  const { t } = useTranslation('reader');
  const { zoom: shown, isSmall, change } = useReader('view');
  const choose = (zoom: Zoom) => change({ zoom });
  return (
    <>
      {fitsIn(isSmall).map((kind) => (
        <MenuItem key={kind} checked={shown.kind === kind} onClick={() => choose({ kind })}>
          {t(`zoom.${kind}`)}
        </MenuItem>
      ))}
      <MenuLine />
      {SCALES.map((value) => (
        <MenuItem key={value} onClick={() => choose({ kind: 'scale', scale: value })}>
          {value * 100}%
        </MenuItem>
      ))}
    </>
  );
}

function TextItems() {
  const { t } = useTranslation('reader');
  const { view, change } = useReader('view');
  const { setTextSettingsOpen } = useReader('overlays');
  return (
    <>
      <MenuItem onClick={() => setTextSettingsOpen(true)}>{t('text.settings')}</MenuItem>
      <MenuLine />
      {TEXT_SIZES.map((size) => (
        <MenuItem key={size} onClick={() => change({ text: { ...view.text, size } })}>
          {size}%
        </MenuItem>
      ))}
    </>
  );
}
