import type { MaterialHit } from '@vesalius/contract/search-hits';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration } from '../../../lib/formats.ts';
import { paths } from '../../../lib/paths.ts';
import { directionOfParts } from '../../../lib/text-direction.ts';
import { TextParts } from '../../../ui/text-parts.tsx';
import { HitSection } from './other-hits.tsx';
import classes from './search.module.css';

/** Lectures, images and studies that say what is searched; a lecture opens at the second. */
export function MaterialHits({ bookId, hits }: { bookId: string; hits: readonly MaterialHit[] }) {
  const { t } = useTranslation('reader');
  return (
    <HitSection title={t('search.materials')}>
      {hits.map((hit) => (
        <li key={`${hit.id} ${hit.at_seconds}`}>
          <Link
            to={
              hit.locked ? paths.lectures.to(bookId) : paths.supplementary.at(hit.id, bookId, hit.at_seconds)
            }
          >
            <span dir={directionOfParts(hit.title)} className={classes.title}>
              <TextParts parts={hit.title} />
            </span>
            {hit.context.length > 0 && (
              <span dir={directionOfParts(hit.context)} className={classes.excerpt}>
                <TextParts parts={hit.context} />
              </span>
            )}
            <span className={classes.source}>
              {hit.at_seconds !== null && <bdi>{formatDuration(hit.at_seconds)} · </bdi>}
              {t(`search.kind.${hit.material_type}`)} · {t('search.answerPage', { page: hit.label })}
              {hit.locked && ` · ${t('search.locked')}`}
            </span>
          </Link>
        </li>
      ))}
    </HitSection>
  );
}
