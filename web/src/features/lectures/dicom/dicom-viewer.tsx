import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OnShown } from '../use-shown.ts';
import classes from './dicom-viewer.module.css';
import { dragWindow } from './pane-state.ts';
import { defaultWindow } from './shades.ts';
import { SlicePane, type SlicePaneProps } from './slice-pane.tsx';
import type { SliceStack } from './slice-stack.ts';
import type { LoadSlice } from './slice-workers.ts';
import { useStackState, useStacks, type ViewerSeries } from './use-stacks.ts';
import { useViewer, type Viewer } from './use-viewer.ts';
import { onViewerKey } from './viewer-keys.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';

export interface DicomViewerProps {
  readonly series: readonly ViewerSeries[];
  /** Called when the addresses have expired and the viewer needs new ones. */
  readonly onExpired?: () => void;
  /** Called when a slice is shown. */
  readonly onShown?: OnShown;
  /** Replaces loading in tests. */
  readonly load?: LoadSlice;
}

/** A study: its series as stacks of slices, one at a time or two side by side. */
export default function DicomViewer({ series, onExpired, onShown, load }: DicomViewerProps) {
  const { t } = useTranslation('lectures');
  const box = useRef<HTMLDivElement>(null);
  const stacks = useStacks(series, load);
  const viewer = useViewer(stacks);
  const { panes, current } = viewer;
  const stack = stacks[current.series] as SliceStack;
  const state = useStackState(stack);
  const slice = stack.slice(current.index) ?? stack.anySlice();
  const isCt = (slice?.modality ?? series[current.series]?.modality) === 'CT';

  const hasExpired = state.failed.some(({ code }) => code === 'expired');
  useEffect(() => {
    if (hasExpired) onExpired?.();
  }, [hasExpired, onExpired]);

  const toggleFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : box.current?.requestFullscreen?.());

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the panes inside arrive here
    <div ref={box} className={classes.viewer} onKeyDown={(event) => onViewerKey(event, viewer, isCt)}>
      <ViewerToolbar
        tool={viewer.tool}
        isCt={isCt}
        isInverted={current.inverted}
        isPlaying={viewer.isPlaying}
        canPlay={state.count > 1}
        hasMeasurements={current.measurements.some((one) => one.slice === current.index)}
        beside={series.length > 1 ? { isOn: panes.length > 1, isLinked: viewer.isLinked } : null}
        onTool={viewer.setTool}
        onWindow={viewer.setWindow}
        onFullRange={() =>
          slice &&
          viewer.setWindow({
            center: (slice.smallest + slice.largest) / 2,
            width: Math.max(1, slice.largest - slice.smallest),
          })
        }
        onWindowStep={(width, center) =>
          slice && viewer.setWindow(dragWindow(current.window ?? defaultWindow(slice), width, center))
        }
        onRotate={viewer.rotate}
        onInvert={viewer.invert}
        onReset={viewer.reset}
        onRemoveMeasurement={viewer.removeMeasurement}
        onPlay={viewer.togglePlaying}
        onBeside={viewer.toggleBeside}
        onLink={viewer.toggleLinked}
        onFullScreen={toggleFullScreen}
      />
      <div className={classes.panes} data-beside={panes.length > 1}>
        {panes.map((pane, at) => (
          <Pane
            // biome-ignore lint/suspicious/noArrayIndexKey: a pane is its place
            key={`${at}-${pane.series}`}
            title={series[pane.series]?.title ?? ''}
            stack={stacks[pane.series] as SliceStack}
            pane={pane}
            tool={viewer.tool}
            isActive={panes.length > 1 && viewer.active === at}
            onActivate={() => viewer.setActive(at)}
            onScroll={(slices) => {
              viewer.stop();
              viewer.goTo(at, ({ index }) => index + slices);
            }}
            onChange={(change) => viewer.change(at, change)}
            onRetry={() => stacks[pane.series]?.retry()}
            onShown={(index) => onShown?.(series[pane.series]?.key ?? '', index)}
          />
        ))}
      </div>
      <div className={classes.bottom}>
        {series.length > 1 && (
          <select
            className={classes.series}
            aria-label={t('dicom.series')}
            value={current.series}
            onChange={(event) => viewer.setSeries(Number(event.target.value))}
          >
            {series.map(({ key, title }, at) => (
              <option key={key} value={at}>
                {title}
              </option>
            ))}
          </select>
        )}
        {state.count > 1 && <SliceSlider viewer={viewer} count={state.count} />}
        {state.failed.length > 0 && (
          <p className={classes.failures} role="status">
            {t('dicom.someFailed', {
              count: state.failed.length,
              files: state.failed
                .slice(0, 3)
                .map(({ file }) => file)
                .join(', '),
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function SliceSlider({ viewer, count }: { viewer: Viewer; count: number }) {
  const { t } = useTranslation('lectures');
  const { active, current, goTo, stop } = viewer;
  const text = t('dicom.sliceOf', { number: current.index + 1, count });
  return (
    <>
      <input
        className={classes.slider}
        type="range"
        dir="ltr"
        min={1}
        max={count}
        value={current.index + 1}
        aria-label={t('dicom.slice')}
        aria-valuetext={text}
        onChange={(event) => {
          stop();
          goTo(active, () => Number(event.target.value) - 1);
        }}
      />
      <span className={classes.count} aria-hidden="true">
        <bdi>{`${current.index + 1} / ${count}`}</bdi>
      </span>
    </>
  );
}

/** Each pane subscribes to its own series. */
function Pane({ onShown, ...props }: Omit<SlicePaneProps, 'state'> & { onShown: (index: number) => void }) {
  const state = useStackState(props.stack);
  const { index } = props.pane;
  const isDrawn = props.stack.slice(index) !== undefined;
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    if (isDrawn) latest.current(index);
  }, [isDrawn, index]);
  return <SlicePane {...props} state={state} />;
}
