import type { MaterialSummary } from '@vesalius/contract/lectures';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/formats.ts';
import classes from './material-marks.module.css';

/** Locked, watched, or how far: never by colour alone. */
export function StateMark({
  material,
}: {
  material: Pick<MaterialSummary, 'locked' | 'watched' | 'played_ratio'>;
}) {
  const { t } = useTranslation('lectures');
  if (material.locked)
    return (
      <svg className={classes.lock} viewBox="0 0 16 16" role="img" aria-label={t('locked')}>
        <path d="M4.500 7V5a3.500 3.500 0 0 1 7 0v2M3 7h10v7H3z" />
      </svg>
    );
  if (material.watched)
    return (
      <svg className={classes.done} viewBox="0 0 16 16" role="img" aria-label={t('watched')}>
        <circle cx="8" cy="8" r="7" />
        <path d="m4.500 8.300 2.400 2.400 4.600-5" />
      </svg>
    );
  const percent = Math.floor(material.played_ratio * 100);
  if (percent === 0) return null;
  return (
    <span className={classes.partly} role="img" aria-label={t('continueAt', { percent })}>
      <span className={classes.part} data-fill style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}

/** What kind it is and how much of it: "Video · 12:40". */
export function KindLine({
  material,
  duration,
}: {
  material: Pick<MaterialSummary, 'material_type' | 'number_of_files'>;
  duration: number | null;
}) {
  const { t } = useTranslation('lectures');
  const { material_type: kind, number_of_files: count } = material;
  const size =
    kind === 'video'
      ? duration !== null && t('minutes', { duration: formatDuration(duration) })
      : t(`files.${kind}`, { count });
  return (
    <span className={classes.kind}>
      {t(`kind.${kind}`)}
      {size && <bdi>{size}</bdi>}
    </span>
  );
}
