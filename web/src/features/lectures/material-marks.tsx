import type { MaterialSummary } from '@vesalius/contract/lectures';
import { CircleCheck, Lock } from 'lucide';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/formats.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './material-marks.module.css';

/** Locked, watched, or the progress; never by color alone. */
export function StateMark({
  material,
}: {
  material: Pick<MaterialSummary, 'locked' | 'watched' | 'played_ratio'>;
}) {
  const { t } = useTranslation('lectures');
  if (material.locked)
    return <Icon icon={Lock} size={18} className={classes.lock} role="img" aria-label={t('locked')} />;
  if (material.watched)
    return (
      <Icon icon={CircleCheck} size={18} className={classes.done} role="img" aria-label={t('watched')} />
    );
  const percent = Math.floor(material.played_ratio * 100);
  if (percent === 0) return null;
  return (
    <span className={classes.partly} role="img" aria-label={t('continueAt', { percent })}>
      <span className={classes.part} data-fill style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}

/** The kind and amount: "Video · 12:40". */
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
