import { Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MaterialKind, MaterialList as MaterialListData } from '@vesalius/contract/lectures';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { materialListQuery } from './api.ts';
import { byChapter, type ChapterGroup } from './by-chapter.ts';
import { MaterialItem } from './material-item.tsx';
import type { MaterialLinks } from './material-links.ts';
import classes from './material-list.module.css';
import { useDurations } from './use-durations.ts';
import { useProgressOfOtherTabs } from './use-progress.ts';

export interface ListLinks extends MaterialLinks {
  readonly book: string;
  readonly tests: string;
  /** Absent for users who cannot subscribe. */
  readonly subscribe: string | undefined;
}

const KINDS: readonly MaterialKind[] = ['video', 'image', 'DICOM'];

/** All materials of a book, by chapter and page. */
export function MaterialListPage({ bookId, links }: { bookId: string; links: ListLinks }) {
  const { t } = useTranslation('lectures');
  const { data, error, refetch } = useQuery(materialListQuery(bookId));
  useProgressOfOtherTabs();
  if (data) return <FullList list={data} links={links} />;
  if (error instanceof CallError && error.status === 404) return <EmptyState />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page" aria-busy="true" role="status" aria-label={t('list.title')}>
      <div className={classes.head}>
        <Skeleton height={40} width="50%" />
      </div>
      {[0, 1, 2, 3].map((line) => (
        <div key={line} className={classes.item}>
          <Skeleton height={72} />
          <Skeleton height={44} width="70%" />
        </div>
      ))}
    </div>
  );
}

function FullList({ list, links }: { list: MaterialListData; links: ListLinks }) {
  const { t } = useTranslation('lectures');
  const [kind, setKind] = useState<MaterialKind | null>(null);
  const all = list.data.flatMap((group) => group.supplementary_materials);
  const durations = useDurations(all);
  const kinds = KINDS.filter((one) => all.some((material) => material.material_type === one));
  const groups = byChapter(list, kind);

  return (
    <div className="page">
      <header className={classes.head}>
        <div className={classes.bar}>
          <Button component={Link} to={links.book} variant="default" size="sm">
            {t('list.book')}
          </Button>
          <Button component={Link} to={links.tests} variant="default" size="sm">
            {t('list.tests')}
          </Button>
        </div>
        <Title order={1}>{t('list.titleOf', { book: list.book.title })}</Title>
        {all.length > 0 && <span className={classes.dim}>{t('list.intro', { count: all.length })}</span>}
      </header>
      {all.length === 0 && <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />}
      {all.length > 0 && !list.access.granted && (
        <aside className={classes.locked}>
          <div>
            <p className={classes.lockedTitle}>{t('list.lockedTitle')}</p>
            <p>{t('list.lockedHint')}</p>
          </div>
          {links.subscribe && (
            <Button component={Link} to={links.subscribe}>
              {t('list.subscribe')}
            </Button>
          )}
        </aside>
      )}
      {kinds.length > 1 && (
        <div className={classes.filter} role="toolbar" aria-label={t('list.filter')}>
          {[null, ...kinds].map((one) => (
            <button
              key={one ?? 'all'}
              type="button"
              className={classes.choice}
              aria-pressed={kind === one}
              onClick={() => setKind(one)}
            >
              {one === null ? t('list.all') : t(`kinds.${one}`)}
            </button>
          ))}
        </div>
      )}
      {all.length > 0 &&
        groups.map((group) => (
          <Chapter
            key={group.id}
            group={group}
            links={links}
            durations={durations}
            shows={list.access.records}
          />
        ))}
    </div>
  );
}

function Chapter({
  group,
  links,
  durations,
  shows,
}: {
  group: ChapterGroup;
  links: ListLinks;
  durations: ReadonlyMap<string, number>;
  shows: boolean;
}) {
  const { t } = useTranslation('lectures');
  const { chapter, isBegun } = group;
  return (
    <section className={classes.chapter}>
      <div className={classes.chapterHead}>
        <Title order={2}>
          <bdi>{chapter?.title ?? t('list.otherPages')}</bdi>
        </Title>
        {chapter && (
          <span className={classes.dim}>
            {t('list.chapterPages', { first: chapter.first_page, last: chapter.last_page })}
          </span>
        )}
        {chapter && shows && chapter.materials > 0 && (
          <span className={`${classes.dim} ${chapter.status === 'complete' ? classes.complete : ''}`}>
            {t(isBegun && chapter.status === 'not_started' ? 'list.begun' : `list.status.${chapter.status}`)}{' '}
            · {t('list.watchedOf', { watched: chapter.watched, count: chapter.materials })}
          </span>
        )}
      </div>
      {group.materials.length === 0 && <p className={classes.dim}>{t('list.empty')}</p>}
      <ul className={classes.list}>
        {group.materials.map(({ material, page }) => (
          <MaterialItem
            key={material.id}
            material={material}
            page={page}
            duration={durations.get(material.id) ?? null}
            links={links}
          />
        ))}
      </ul>
    </section>
  );
}
