import type { Material } from '@vesalius/contract/lectures';
import { ChevronLeft, ChevronRight, Columns2, Fullscreen, Maximize, Minus, Plus } from 'lucide';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { OnShown } from '../use-shown.ts';
import { FITTED, ImagePane, type ImageView, zoomBy } from './image-pane.tsx';
import classes from './image-viewer.module.css';

type Picture = Material['images'][number];
/** The distance that an arrow key pans a zoomed image (pixels). */
const PAN_PX = 80;
const MIDDLE = { x: 0, y: 0 };

/** Figures and photographs: one at a time or two side by side; by keyboard as well as by pointer. */
export function ImageViewer({
  images,
  onExpired,
  onShown,
}: {
  images: readonly Picture[];
  /** Called when an image failed to load and new addresses are needed. */
  onExpired: () => void;
  onShown: OnShown;
}) {
  const { t } = useTranslation('lectures');
  const box = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const [view, setView] = useState<ImageView>(FITTED);
  const [isBeside, setBeside] = useState(false);
  const count = images.length;
  const shown = isBeside ? [index, (index + 1) % count] : [index];

  const go = (next: number) => {
    const to = Math.max(0, Math.min(count - 1, next));
    setIndex(to);
    setView(FITTED);
    const { alt, caption } = images[to] as Picture;
    announce(`${t('images.label', { number: to + 1, count })}. ${caption ?? alt}`);
  };
  const pan = (x: number, y: number) => setView({ ...view, x: view.x - x * PAN_PX, y: view.y - y * PAN_PX });
  const toggleFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : box.current?.requestFullscreen?.());

  const onKey = (event: KeyboardEvent) => {
    if (event.metaKey || event.altKey) return;
    const isArrow = event.key.startsWith('Arrow');
    if (event.ctrlKey && !isArrow) return;
    const isZoomed = view.zoom > 1 && !event.ctrlKey;
    const actions: Record<string, () => void> = {
      ArrowRight: () => (isZoomed ? pan(1, 0) : go(index + 1)),
      ArrowLeft: () => (isZoomed ? pan(-1, 0) : go(index - 1)),
      ...(isZoomed ? { ArrowDown: () => pan(0, 1), ArrowUp: () => pan(0, -1) } : {}),
      Home: () => go(0),
      End: () => go(count - 1),
      '+': () => setView(zoomBy(view, 1.4, MIDDLE)),
      '=': () => setView(zoomBy(view, 1.4, MIDDLE)),
      '-': () => setView(zoomBy(view, 1 / 1.4, MIDDLE)),
      '0': () => setView(FITTED),
      f: toggleFullScreen,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <section
      ref={box}
      className={classes.viewer}
      aria-label={t('images.label', { number: index + 1, count })}
      onKeyDown={onKey}
    >
      <div className={classes.toolbar} role="toolbar" aria-label={t('images.tools')} dir="ltr">
        {count > 1 && (
          <>
            <Tool name={t('images.previous')} isDisabled={index === 0} onUse={() => go(index - 1)}>
              <Icon icon={ChevronLeft} weight={1.8} />
            </Tool>
            <span className={classes.count}>{`${index + 1} / ${count}`}</span>
            <Tool name={t('images.next')} isDisabled={index === count - 1} onUse={() => go(index + 1)}>
              <Icon icon={ChevronRight} weight={1.8} />
            </Tool>
          </>
        )}
        <span className={classes.space} />
        <Tool
          name={t('images.zoomOut')}
          isDisabled={view.zoom === 1}
          onUse={() => setView(zoomBy(view, 1 / 1.4, MIDDLE))}
        >
          <Icon icon={Minus} weight={1.8} />
        </Tool>
        <Tool name={t('images.zoomIn')} onUse={() => setView(zoomBy(view, 1.4, MIDDLE))}>
          <Icon icon={Plus} weight={1.8} />
        </Tool>
        <Tool name={t('images.fit')} isDisabled={view === FITTED} onUse={() => setView(FITTED)}>
          <Icon icon={Fullscreen} weight={1.8} />
        </Tool>
        {count > 1 && (
          <Tool name={t('images.beside')} isOn={isBeside} onUse={() => setBeside((before) => !before)}>
            <Icon icon={Columns2} weight={1.8} />
          </Tool>
        )}
        <Tool name={t('images.fullScreen')} onUse={toggleFullScreen}>
          <Icon icon={Maximize} weight={1.8} />
        </Tool>
      </div>
      <div className={classes.panes} data-beside={isBeside}>
        {shown.map((at) => (
          <ImagePane
            key={at}
            picture={images[at] as Picture}
            view={view}
            onView={setView}
            onSwipe={(direction) => go(index + direction)}
            onFailed={onExpired}
            onShown={() => onShown('', at)}
          />
        ))}
      </div>
      {count > 1 && (
        <nav className={classes.strip} aria-label={t('images.all')} dir="ltr">
          {images.map(({ url, thumbnail_url }, at) => (
            <button
              key={url}
              type="button"
              className={classes.thumb}
              aria-label={t('images.label', { number: at + 1, count })}
              {...(shown.includes(at) ? { 'aria-current': 'true' as const } : {})}
              onClick={() => go(at)}
            >
              <img src={thumbnail_url} alt="" loading="lazy" />
            </button>
          ))}
        </nav>
      )}
    </section>
  );
}

function Tool({
  name,
  isOn,
  isDisabled = false,
  onUse,
  children,
}: {
  name: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onUse: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={name}
      title={name}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onUse}
    >
      {children}
    </button>
  );
}
