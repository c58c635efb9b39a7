import type { SupplementaryGroup } from '@vesalius/contract/lectures';
import { Lock } from 'lucide';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './chapter-list.module.css';

type Material = SupplementaryGroup['supplementary_materials'][number];

/** The materials of a chapter. Without access they are listed without links. */
export function ChapterMaterials({ bookId, materials }: { bookId: string; materials: readonly Material[] }) {
  const { t } = useTranslation('catalogue');
  if (materials.length === 0) return <p className={classes.none}>{t('material.none')}</p>;
  return (
    <ul className={classes.materials}>
      {materials.map((material) => (
        <li key={material.id}>
          <MaterialLine bookId={bookId} material={material} />
        </li>
      ))}
    </ul>
  );
}

function MaterialLine({ bookId, material }: { bookId: string; material: Material }) {
  const { t } = useTranslation('catalogue');
  const kind = t(`material.${material.material_type}`);
  const facts = (
    <>
      <span className={classes.kind}>{kind}</span>
      <span className={classes.name} dir="auto">
        {material.material_title}
      </span>
      {material.watched && <span className={classes.watched}>{t('material.watched')}</span>}
      {material.material_type === 'video' && material.duration_seconds !== null && (
        <span className={classes.duration}>
          {t('material.minutes', { duration: formatDuration(material.duration_seconds) })}
        </span>
      )}
      {material.material_type !== 'video' && material.number_of_files > 1 && (
        <span className={classes.duration}>
          {t(material.material_type === 'DICOM' ? 'material.slices' : 'material.files', {
            count: material.number_of_files,
          })}
        </span>
      )}
    </>
  );
  if (!material.locked)
    return (
      <Link
        className={classes.material}
        to={paths.supplementary.to(material.id, bookId, material.supplementary_material_id)}
      >
        {facts}
      </Link>
    );
  return (
    <span className={classes.material} data-locked="true">
      {facts}
      <Icon
        icon={Lock}
        size={14}
        weight={1.25}
        className={classes.lock}
        role="img"
        aria-label={t('material.locked')}
      />
    </span>
  );
}
