import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { announce } from '../../../ui/announce.ts';
import { placeOf, sidesOf } from './geometry.ts';
import type { Measurement } from './measurement.ts';
import { MeasurementLayer, useMeasurementText } from './measurement-layer.tsx';
import { dragWindow, type PaneState, type Tool } from './pane-state.ts';
import { ProgressRing } from './progress-ring.tsx';
import { defaultWindow, valueAt } from './shades.ts';
import classes from './slice-pane.module.css';
import type { SliceStack, StackState } from './slice-stack.ts';
import { useMeasuring } from './use-measuring.ts';
import { usePaneGestures } from './use-pane-gestures.ts';
import { usePaneKeys } from './use-pane-keys.ts';
import { frameOf, useSize, useSliceCanvas } from './use-slice-canvas.ts';
import { type PanePoint, toSlice, WHOLE, zoomAt } from './view.ts';

/** The zoom factor of a press with the zoom tool. */
const PRESS_ZOOM = 1.5;

export interface SlicePaneProps {
  readonly title: string;
  readonly stack: SliceStack;
  readonly state: StackState;
  readonly pane: PaneState;
  readonly tool: Tool;
  readonly isActive: boolean;
  readonly onActivate: () => void;
  readonly onScroll: (slices: number) => void;
  readonly onChange: (change: Partial<PaneState>) => void;
  readonly onRetry: () => void;
}

/** A series: the current slice, its data, and the pointer and key input. */
export function SlicePane(props: SlicePaneProps) {
  const { title, stack, state, pane, tool, isActive, onActivate, onScroll, onChange, onRetry } = props;
  const { t, i18n } = useTranslation('lectures');
  const isOnline = useOnline();
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointer, setPointer] = useState<PanePoint | null>(null);
  const size = useSize(box);

  const slice = stack.slice(pane.index);
  const failure = stack.failure(pane.index);
  // Keeps its identity while nothing changes, because a new object causes a repaint.
  const reference = stack.reference;
  const window = useMemo(
    () => (slice ? (pane.window ?? slice.window ?? defaultWindow(reference ?? slice)) : null),
    [pane.window, slice, reference],
  );
  useSliceCanvas(canvas, { slice, window, inverted: pane.inverted, view: pane.view, size });

  const frame = slice && size.width > 0 ? frameOf(size, slice) : null;
  const textOfMeasurement = useMeasurementText(slice?.spacing ?? null);
  const addMeasurement = (measurement: Measurement) => {
    onChange({ measurements: [...pane.measurements, measurement] });
    announce(`${t(`dicom.measured.${measurement.kind}`)}: ${textOfMeasurement(measurement)}`);
  };
  const measuring = useMeasuring(tool, pane.index, addMeasurement);
  const pan = (dx: number, dy: number) =>
    onChange({ view: { ...pane.view, panX: pane.view.panX + dx, panY: pane.view.panY + dy } });
  const changeWindow = (dx: number, dy: number) => window && onChange({ window: dragWindow(window, dx, dy) });
  const keys = usePaneKeys(tool, size, {
    window: changeWindow,
    zoom: (factor, at) => frame && onChange({ view: zoomAt(frame, pane.view, pane.view.zoom * factor, at) }),
    pan,
    move: (at) => frame && measuring.draw('move', toSlice(frame, pane.view, at)),
    place: (at) => frame && measuring.press(toSlice(frame, pane.view, at)),
    giveUp: measuring.cancel,
  });

  usePaneGestures(
    box,
    { tool, count: state.count },
    {
      scroll: onScroll,
      window: changeWindow,
      zoom: (factor, at) =>
        frame && onChange({ view: zoomAt(frame, pane.view, pane.view.zoom * factor, at) }),
      pan,
      draw: (phase, at) => frame && measuring.draw(phase, toSlice(frame, pane.view, at)),
      hover: setPointer,
      press: (at) => {
        if (!frame) return;
        if (tool === 'zoom') onChange({ view: zoomAt(frame, pane.view, pane.view.zoom * PRESS_ZOOM, at) });
        if (tool === 'pan') pan(frame.width / 2 - at.x, frame.height / 2 - at.y);
      },
      reset: () => onChange({ view: { ...WHOLE, rotation: pane.view.rotation } }),
    },
  );

  const number = (value: number, digits = 0) =>
    formatNumber(Math.round(value * 10 ** digits) / 10 ** digits, i18n.language);
  const pointed = keys.cursor ?? pointer;
  const under = slice && frame && pointed ? toSlice(frame, pane.view, pointed) : null;
  const value = slice && under ? valueAt(slice, Math.floor(under.column), Math.floor(under.row)) : null;
  const place = slice ? placeOf(slice) : null;
  const sides = slice?.orientation ? sidesOf(slice.orientation, pane.view.rotation) : null;
  const shown = pane.measurements.filter((one) => one.slice === pane.index);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture that takes the keyboard; no HTML element is one
    <section
      ref={box}
      className={classes.pane}
      role="group"
      aria-roledescription={t('dicom.pane')}
      aria-label={`${title}. ${t('dicom.sliceOf', { number: pane.index + 1, count: state.count })}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll and change what is shown here
      tabIndex={0}
      dir="ltr"
      data-tool={tool}
      data-active={isActive}
      data-slice={slice ? pane.index : undefined}
      onKeyDown={keys.onKeyDown}
      onFocus={onActivate}
      onPointerDown={onActivate}
    >
      <canvas ref={canvas} className={classes.canvas} />
      {frame && (
        <MeasurementLayer
          measurements={measuring.draft ? [...shown, measuring.draft] : shown}
          frame={frame}
          view={pane.view}
          spacing={slice?.spacing ?? null}
        />
      )}
      {keys.cursor && <Crosshair at={keys.cursor} />}
      {sides && (
        <>
          <Side at={classes.sideTop}>{sides.top}</Side>
          <Side at={classes.sideBottom}>{sides.bottom}</Side>
          <Side at={classes.sideStart}>{sides.start}</Side>
          <Side at={classes.sideEnd}>{sides.end}</Side>
        </>
      )}
      <div className={`${classes.note} ${classes.topStart}`}>
        <Line>{title}</Line>
        <Line>{t('dicom.sliceOf', { number: pane.index + 1, count: state.count })}</Line>
        {place !== null && <Line>{t('dicom.unit.mm', { value: number(place, 1) })}</Line>}
      </div>
      {window && slice && 'grey' in slice.pixels && (
        <div className={`${classes.note} ${classes.bottomStart}`}>
          <Line>{t('dicom.windowIs', { center: number(window.center), width: number(window.width) })}</Line>
        </div>
      )}
      <div className={`${classes.note} ${classes.bottomEnd}`}>
        {value !== null && (
          <div data-testid="value-under-pointer">
            {number(value, 1)} {slice?.unit}
          </div>
        )}
        <Line>{t('dicom.zoomIs', { percent: number(pane.view.zoom * 100) })}</Line>
      </div>
      <ProgressRing done={state.loaded + state.failed.length} of={state.count} />
      {failure && (
        <div className={classes.message} role="alert">
          <p>
            {t(`dicom.failure.${failure.code === 'network' && !isOnline ? 'unreached' : failure.code}`, {
              detail: failure.detail,
            })}
          </p>
          <p dir="ltr">{failure.file}</p>
          {state.count > 1 && <p>{t('dicom.restWorks')}</p>}
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('dicom.tryAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The point that the next press of Enter adds. */
const Crosshair = ({ at: { x, y } }: { at: PanePoint }) => (
  <svg className={classes.drawing} aria-hidden="true" data-testid="cursor">
    <path className={classes.line} d={`M${x - 12},${y}h24M${x},${y - 12}v24`} />
  </svg>
);

/** The pane's layout is left to right in every language; its texts keep their own direction. */
const Line = ({ children }: { children: ReactNode }) => (
  <div>
    <bdi>{children}</bdi>
  </div>
);

const Side = ({ at, children }: { at: string | undefined; children: ReactNode }) => (
  <span className={`${classes.side} ${at}`}>{children}</span>
);
