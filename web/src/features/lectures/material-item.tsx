import { Anchor } from '@mantine/core';
import type { MaterialSummary } from '@vesalius/contract/lectures';
import { Image, Layers, Play } from 'lucide';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { MaterialLinks } from './material-links.ts';
import classes from './material-list.module.css';
import { KindLine, StateMark } from './material-marks.tsx';

/** A list item: kind, length, state, and a link. */
export function MaterialItem({
  material,
  page,
  duration,
  links,
}: {
  material: MaterialSummary;
  page: number;
  duration: number | null;
  links: MaterialLinks;
}) {
  const { t } = useTranslation('lectures');
  return (
    <li className={classes.item}>
      <span className={classes.still} aria-hidden="true">
        {material.poster_url ? (
          <img src={material.poster_url} alt="" loading="lazy" width={128} height={72} />
        ) : material.material_type === 'video' && material.url[0] ? (
          <FilmStill url={material.url[0]} />
        ) : (
          <KindSign kind={material.material_type} />
        )}
      </span>
      <div>
        <div className={classes.name}>
          {material.locked ? (
            <bdi>{material.material_title}</bdi>
          ) : (
            <Link to={links.material(material.id)}>
              <bdi>{material.material_title}</bdi>
            </Link>
          )}
        </div>
        {material.description && (
          <p className={classes.about} dir="auto" data-excerpt>
            {material.description}
          </p>
        )}
        <div className={classes.facts}>
          <KindLine material={material} duration={duration} />
          <Anchor component={Link} size="sm" to={links.page(page)} aria-label={t('list.openPage', { page })}>
            {t('page', { page })}
          </Anchor>
        </div>
      </div>
      <StateMark material={material} />
    </li>
  );
}

/** A frame one second into the lecture; the browser loads no more than it needs for it. */
const FilmStill = ({ url }: { url: string }) => (
  <video src={`${url}#t=1`} preload="metadata" muted playsInline tabIndex={-1} />
);

const SIGNS = { video: Play, image: Image, DICOM: Layers } as const;

const KindSign = ({ kind }: { kind: MaterialSummary['material_type'] }) => (
  <Icon icon={SIGNS[kind]} size={28} weight={1.75} role="img" aria-label={kind} />
);
