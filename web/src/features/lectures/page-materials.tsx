import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MaterialSummary } from '@vesalius/contract/lectures';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration } from '../../lib/formats.ts';
import { FailedState } from '../../ui/states.tsx';
import { materialListQuery } from './api.ts';
import type { MaterialLinks } from './material-links.ts';
import { KindLine, StateMark } from './material-marks.tsx';
import { MaterialLink } from './open-beside.tsx';
import classes from './page-materials.module.css';
import { useDurations } from './use-durations.ts';
import { useProgressOfOtherTabs } from './use-progress.ts';

export interface PageMaterialsProps {
  readonly bookId: string;
  readonly page: number;
  readonly links: MaterialLinks;
  /** Whether the page's tests are shown below. `elsewhere`: this is about lectures alone. */
  readonly tests?: 'shown' | 'none' | 'elsewhere';
  readonly goTo?: (page: number) => void;
}

/**
 * The materials of the current page, and the seconds of lectures about it. If there are none, the next page that has
 * some.
 */
export function PageMaterials({ bookId, page, links, tests = 'none', goTo }: PageMaterialsProps) {
  const { t } = useTranslation('lectures');
  const { data, error, isPending, refetch } = useQuery(materialListQuery(bookId));
  useProgressOfOtherTabs();
  const groups = data?.data ?? [];
  const own = groups.find((group) => group.book_page === page)?.supplementary_materials ?? [];
  const durations = useDurations(own);
  const parts = groups
    .flatMap((group) => group.supplementary_materials)
    .flatMap((material) => material.marks.map((mark) => ({ material, mark })))
    .filter(({ mark }) => mark.page === page);
  const next = groups.find((group) => group.book_page > page);

  return (
    <div className={classes.panel} aria-busy={isPending}>
      <h2 className={classes.title}>{t('panel.title')}</h2>
      {isPending && <Skeleton height={120} />}
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {data && own.length === 0 && parts.length === 0 && tests !== 'shown' && (
        <p className={classes.dim}>
          {t(groups.length === 0 ? 'list.empty' : tests === 'elsewhere' ? 'panel.noLectures' : 'panel.none')}
        </p>
      )}
      <ul className={classes.list}>
        {own.map((material) => (
          <li key={material.id}>
            <Card material={material} duration={durations.get(material.id) ?? null} links={links} />
          </li>
        ))}
        {parts.map(({ material, mark }) => (
          <li key={`${material.id} ${mark.at_seconds}`}>
            <MaterialLink
              className={classes.part}
              material={material.id}
              atSeconds={mark.at_seconds}
              links={links}
            >
              <bdi>{formatDuration(mark.at_seconds)}</bdi> <span dir="auto">{mark.title}</span>
            </MaterialLink>
          </li>
        ))}
      </ul>
      {next && goTo && (
        <button type="button" className={classes.link} onClick={() => goTo(next.book_page)}>
          {t('panel.nextPage', { page: next.book_page })}
        </button>
      )}
      {groups.length > 0 && (
        <Anchor component={Link} to={links.lectures}>
          {t('panel.all')}
        </Anchor>
      )}
    </div>
  );
}

function Card({
  material,
  duration,
  links,
}: {
  material: MaterialSummary;
  duration: number | null;
  links: MaterialLinks;
}) {
  const { t } = useTranslation('lectures');
  const inside = (
    <>
      {material.poster_url && (
        <img className={classes.still} src={material.poster_url} alt="" loading="lazy" />
      )}
      <span className={classes.name}>
        <span dir="auto">{material.material_title}</span>
        <StateMark material={material} />
      </span>
      <KindLine material={material} duration={duration} />
    </>
  );
  return material.locked ? (
    <div className={classes.card} title={t('lockedHint')}>
      {inside}
    </div>
  ) : (
    <MaterialLink className={classes.card} material={material.id} links={links}>
      {inside}
    </MaterialLink>
  );
}
