import { Anchor } from '@mantine/core';
import type { MaterialSummary } from '@vesalius/contract/lectures';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MaterialLinks } from './material-links.ts';
import classes from './material-list.module.css';
import { KindLine, StateMark } from './material-marks.tsx';

/** A line of the list: what it is, how long, whether it was watched, and the way to its page. */
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

/** A second into the lecture: the browser fetches no more than it needs to show it. */
const FilmStill = ({ url }: { url: string }) => (
  <video src={`${url}#t=1`} preload="metadata" muted playsInline tabIndex={-1} />
);

const SIGNS = {
  video: 'M8 5v14l11-7z',
  image: 'M4 5h16v14H4zm2 11h12l-4-5-3 3.500L9 12z',
  DICOM: 'M12 3 3 7.500l9 4.500 9-4.500zM3 12l9 4.500 9-4.500M3 16.500 12 21l9-4.500',
} as const;

const KindSign = ({ kind }: { kind: MaterialSummary['material_type'] }) => (
  <svg
    width="28"
    height="28"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
  >
    <title>{kind}</title>
    <path d={SIGNS[kind]} />
  </svg>
);
