import { useTranslation } from 'react-i18next';
import { stepScale, type Zoom } from './layout/page-layout.ts';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import classes from './reader.module.css';
import { ToolButton } from './tool-button.tsx';

const SCALES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

export function ZoomControl({
  zoom,
  scale,
  onZoom,
}: {
  zoom: Zoom;
  /** What it comes to now; 1 = 100 percent. */
  scale: number;
  onZoom: (zoom: Zoom) => void;
}) {
  const { t } = useTranslation('reader');
  const percent = Math.round(scale * 100);
  const step = (direction: 1 | -1) => onZoom({ kind: 'scale', scale: stepScale(scale, direction) });
  return (
    <div className={classes.group}>
      <ToolButton icon="minus" label={t('zoom.out')} onClick={() => step(-1)} />
      <Menu
        button={(props) => (
          <button
            type="button"
            className={classes.zoomValue}
            aria-label={t('zoom.menu', { percent })}
            {...props}
          >
            {percent}%
          </button>
        )}
      >
        {(['auto', 'width', 'page'] as const).map((kind) => (
          <MenuItem key={kind} checked={zoom.kind === kind} onClick={() => onZoom({ kind })}>
            {t(`zoom.${kind}`)}
          </MenuItem>
        ))}
        <MenuLine />
        {SCALES.map((value) => (
          <MenuItem key={value} onClick={() => onZoom({ kind: 'scale', scale: value })}>
            {value * 100}%
          </MenuItem>
        ))}
      </Menu>
      <ToolButton icon="plus" label={t('zoom.in')} onClick={() => step(1)} />
    </div>
  );
}
