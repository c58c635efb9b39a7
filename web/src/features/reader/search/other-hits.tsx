import type { HeadingHit, NoteHit } from '@vesalius/contract/search-hits';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOfParts } from '../../../lib/text-direction.ts';
import { TextParts } from '../../../ui/text-parts.tsx';
import classes from './search.module.css';

/** A group of results besides pages. */
export function HitSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.answers} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ol>{children}</ol>
    </section>
  );
}

export function HeadingHits({
  hits,
  onOpen,
}: {
  hits: readonly HeadingHit[];
  onOpen: (page: number) => void;
}) {
  const { t } = useTranslation('reader');
  return (
    <HitSection title={t('search.headings')}>
      {hits.map(({ title, page, label }) => (
        <li key={`${page} ${title.map(({ text }) => text).join('')}`}>
          <button type="button" onClick={() => onOpen(page)}>
            <span dir={directionOfParts(title)} className={classes.title}>
              <TextParts parts={title} />
            </span>
            <span className={classes.source}>{t('search.answerPage', { page: label })}</span>
          </button>
        </li>
      ))}
    </HitSection>
  );
}

export function NoteHits({ hits, onOpen }: { hits: readonly NoteHit[]; onOpen: (hit: NoteHit) => void }) {
  const { t } = useTranslation('reader');
  return (
    <HitSection title={t('search.notes')}>
      {hits.map((hit) => (
        <li key={hit.id}>
          <button type="button" onClick={() => onOpen(hit)}>
            {hit.text.length > 0 && (
              <span dir={directionOfParts(hit.text)} className={classes.excerpt}>
                <TextParts parts={hit.text} />
              </span>
            )}
            {hit.quote.length > 0 && (
              <q dir={directionOfParts(hit.quote)} className={classes.excerpt}>
                <TextParts parts={hit.quote} />
              </q>
            )}
            <span className={classes.source}>{t('search.answerPage', { page: hit.label })}</span>
          </button>
        </li>
      ))}
    </HitSection>
  );
}
