import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import type { SliceFacts } from './decode/slice.ts';
import { type Measurement, measured } from './measurement.ts';
import classes from './slice-pane.module.css';
import { type Frame, toPane, type View } from './view.ts';

const RADIUS = 3.5;
const circle = (x: number, y: number) =>
  `M${x - RADIUS},${y}a${RADIUS},${RADIUS} 0 1,0 ${2 * RADIUS},0a${RADIUS},${RADIUS} 0 1,0 ${-2 * RADIUS},0`;

/** Formats a measurement with its unit. */
export function useMeasurementText(spacing: SliceFacts['spacing']): (measurement: Measurement) => string {
  const { t, i18n } = useTranslation('lectures');
  return (measurement) => {
    const result = measured(measurement, spacing);
    if (!result) return '';
    const value = formatNumber(Math.round(result.value * 10) / 10, i18n.language);
    return result.unit === '°' ? `${value}°` : t(`dicom.unit.${result.unit}`, { value });
  };
}

/** Lengths and angles drawn over the slice. Their values are also available as text. */
export function MeasurementLayer({
  measurements,
  frame,
  view,
  spacing,
}: {
  measurements: readonly Measurement[];
  frame: Frame;
  view: View;
  spacing: SliceFacts['spacing'];
}) {
  const { t } = useTranslation('lectures');
  const textOf = useMeasurementText(spacing);
  return (
    <>
      <svg className={classes.drawing} aria-hidden="true">
        {measurements.map((measurement) => {
          const points = measurement.points.map((point) => toPane(frame, view, point));
          const label = points[measurement.kind === 'angle' ? 1 : points.length - 1];
          return (
            <g key={measurement.id}>
              <polyline className={classes.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
              <path className={classes.end} d={points.map(({ x, y }) => circle(x, y)).join('')} />
              {label && (
                <text className={classes.measure} x={label.x + 10} y={label.y - 8}>
                  {textOf(measurement)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {measurements.length > 0 && (
        <ul className="visually-hidden" aria-label={t('dicom.measurements')}>
          {measurements.map((measurement) => (
            <li key={measurement.id}>
              {t(`dicom.measured.${measurement.kind}`)}: {textOf(measurement)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
