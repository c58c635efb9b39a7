import { Anchor, Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Material } from '@vesalius/contract/lectures';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { isNotSubscribed, NotSubscribed } from '../../product/not-subscribed.tsx';
import { notify } from '../../ui/notify.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { materialQuery } from './api.ts';
import type { MaterialLinks } from './material-links.ts';
import { KindLine, StateMark } from './material-marks.tsx';
import classes from './material-page.module.css';
import { MaterialViewer } from './material-viewer.tsx';
import { MaterialLink } from './open-beside.tsx';
import { useProgressOfOtherTabs, useReport } from './use-progress.ts';

export interface MaterialPageProps {
  readonly id: string;
  readonly links: MaterialLinks;
  /** The book that a user without access is led to. */
  readonly bookId?: string;
  /** The start in seconds, if a book page linked here. */
  readonly startAt: number | null;
  /** It was opened by its address, not from the book. */
  readonly isOpenedAlone: boolean;
  /** Beside the page of the book, and not on a page of its own. */
  readonly isBeside?: boolean;
}

/** A lecture, set of images or study, with related materials. */
export function MaterialPage(props: MaterialPageProps) {
  const { t } = useTranslation('lectures');
  const { id, links } = props;
  const { data, error, refetch } = useQuery(materialQuery(id));
  useProgressOfOtherTabs();

  if (isNotSubscribed(error)) return <NotSubscribed bookId={props.bookId} />;
  if (data) return <OpenMaterial key={id} {...props} material={data} onExpired={() => void refetch()} />;
  if (error instanceof CallError && error.status === 404)
    return (
      <EmptyState
        title={t(error.code === 'no_supplementary_content' ? 'material.nothing' : 'material.missing')}
        hint={t('material.missingHint')}
        action={
          <Button component={Link} to={links.lectures} variant="default" mt="xs">
            {t('material.lectures')}
          </Button>
        }
      />
    );
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={props.isBeside ? classes.page : `page ${classes.page}`} aria-busy="true">
      <Skeleton height={36} width={220} />
      <Skeleton height={40} width="60%" />
      <Skeleton className={classes.frame} />
    </div>
  );
}

function OpenMaterial({
  material,
  links,
  startAt,
  isOpenedAlone,
  isBeside = false,
  onExpired,
}: MaterialPageProps & { material: Material; onExpired: () => void }) {
  const { t } = useTranslation('lectures');
  const report = useReport(material);
  const renew = useOncePerMinute(onExpired);

  return (
    <article className={isBeside ? classes.page : `page ${classes.page}`}>
      <div className={classes.bar}>
        {isBeside ? (
          <Button component={Link} to={links.material(material.id)} variant="default" size="sm">
            {t('material.ownPage')}
          </Button>
        ) : (
          <Button component={Link} to={links.page(material.book_page)} variant="default" size="sm">
            {t('material.book')}
          </Button>
        )}
        <Button component={Link} to={links.lectures} variant="default" size="sm">
          {t('material.lectures')}
        </Button>
        <span className={classes.space} />
        <Step
          to={material.previous}
          name={t('material.previous')}
          none={t('material.noPrevious')}
          links={links}
        />
        <Step to={material.next} name={t('material.next')} none={t('material.noNext')} links={links} />
      </div>
      {isOpenedAlone && (
        <div className={classes.notice} role="note">
          <p>{t('material.viaViewer')}</p>
          <Anchor component={Link} to={links.page(material.book_page)}>
            {t('material.openBook')}
          </Anchor>
        </div>
      )}
      <header className={classes.head}>
        <Title order={isBeside ? 2 : 1} size="h2" className={classes.title}>
          <bdi>{material.material_title}</bdi>
        </Title>
        <div className={classes.facts}>
          <KindLine material={material} duration={material.duration_seconds} />
          <Anchor component={Link} to={links.page(material.book_page)}>
            {t('page', { page: material.book_page })}
          </Anchor>
          {material.speaker && <span>{t('material.speaker', { name: material.speaker })}</span>}
          <StateMark material={material} />
        </div>
      </header>
      <PartBoundary>
        <MaterialViewer
          material={material}
          links={links}
          startAt={startAt}
          onReport={material.records ? report : null}
          onExpired={renew}
        />
      </PartBoundary>
      {material.description && (
        <p className={classes.text} dir="auto">
          {material.description}
        </p>
      )}
      {material.diagnosis && <Diagnosis text={material.diagnosis} />}
      <Neighbours material={material} links={links} />
    </article>
  );
}

/** Renews expired addresses at most once per minute, so that another problem does not cause a loop. */
function useOncePerMinute(action: () => void): () => void {
  const last = useRef(0);
  const latest = useRef(action);
  latest.current = action;
  return useCallback(() => {
    if (Date.now() - last.current < 60_000) return;
    last.current = Date.now();
    latest.current();
  }, []);
}

/** Behind a button, so that the reader can try to solve the case first. */
function Diagnosis({ text }: { text: string }) {
  const { t } = useTranslation('lectures');
  const [isShown, setShown] = useState(false);
  return (
    <section className={classes.diagnosis}>
      <Title order={2} size="h3">
        {t('material.diagnosis')}
      </Title>
      {!isShown && <p className={classes.help}>{t('material.tryFirst')}</p>}
      {isShown && <p dir="auto">{text}</p>}
      <Button variant="default" size="sm" mt="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'material.hideDiagnosis' : 'material.showDiagnosis')}
      </Button>
    </section>
  );
}

type Neighbour = Material['next'];

/** A link or, at the ends of the book, a disabled button with its reason. */
function Step({
  to,
  name,
  none,
  links,
}: {
  to: Neighbour;
  name: string;
  none: string;
  links: MaterialLinks;
}) {
  return to ? (
    <Button component={MaterialLink} material={to.id} links={links} variant="subtle" size="sm">
      {name}
    </Button>
  ) : (
    <Button
      variant="subtle"
      color="gray"
      c="dimmed"
      size="sm"
      title={none}
      onClick={() => notify('info', none)}
    >
      {name}
    </Button>
  );
}

function Neighbours({ material, links }: { material: Material; links: MaterialLinks }) {
  const { t } = useTranslation('lectures');
  const line = (to: Neighbour, way: string, none: string) =>
    to ? (
      <MaterialLink className={classes.neighbour} material={to.id} links={links}>
        <span className={classes.way}>
          {way} · {t('page', { page: to.book_page })}
        </span>
        <bdi className={classes.name}>{to.material_title}</bdi>
      </MaterialLink>
    ) : (
      <span className={classes.way}>{none}</span>
    );
  return (
    <nav className={classes.neighbours} aria-label={t('material.lectures')}>
      {line(material.previous, t('material.previous'), t('material.noPrevious'))}
      {line(material.next, t('material.next'), t('material.noNext'))}
    </nav>
  );
}
