import type { Work } from '@vesalius/contract/studio';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { CheckList } from './check-list.tsx';
import { NewEdition } from './new-edition.tsx';
import { PendingCard } from './pending-card.tsx';
import { PublicationState } from './publication-state.tsx';
import classes from './publish.module.css';
import { PublishForm, stampOf } from './publish-form.tsx';
import { Regrade } from './regrade.tsx';
import { ReleasesList } from './releases-list.tsx';
import { Sale } from './sale.tsx';
import { Replacement } from './sale-effects.tsx';
import { usePublicationNews } from './use-publication-news.ts';
import { useRefresh } from './use-refresh.ts';
import { WhatChanges } from './what-changes.tsx';

/** From the working copy to the shop: what is missing, what changes, publishing, and earlier releases. */
export function PublishPage({ work, store }: { work: Work; store: WorkStore }) {
  const { t } = useTranslation('publishing');
  const snapshot = useWorkSnapshot(store);
  const isStaff = useSession()?.role === 'staff';
  const { id: workId, may_edit: mayEdit, edition } = work;
  const { document, version, publication } = snapshot;
  const { pending, revision } = publication;
  const [numberScheduled, setNumberScheduled] = useState(0);
  const stamp = stampOf(snapshot);
  const refresh = useRefresh(store);
  usePublicationNews(publication, refresh);
  return (
    <>
      <p className={classes.line}>
        <Link to={paths.studioWork.to(workId)}>{t('page.toDesk')}</Link>
        <PublicationState publication={publication} />
      </p>
      {pending && (
        <PendingCard
          {...{ workId, document, pending, version, revision, mayEdit, numberScheduled, refresh }}
        />
      )}
      <div className={classes.columns}>
        <div>
          <Part title={t('check.title')}>
            <CheckList {...{ workId, snapshot, mayEdit }} />
          </Part>
          <Part title={t('changes.title')}>
            {mayEdit && <Replacement workId={workId} stamp={stamp} />}
            <WhatChanges workId={workId} stamp={stamp} />
          </Part>
        </div>
        <div>
          {mayEdit && (
            <Part title={t('page.publish')}>
              <PublishForm
                {...{ workId, snapshot, refresh }}
                onScheduled={() => setNumberScheduled((before) => before + 1)}
              />
            </Part>
          )}
          {mayEdit && revision !== null && <Regrade key={revision} workId={workId} revision={revision} />}
          <Part title={t('releases.title')}>
            <ReleasesList {...{ workId, publication, mayEdit, refresh }} />
          </Part>
          {mayEdit && revision !== null && (
            <Part title={t('sale.label')}>
              <Sale {...{ workId, stamp, publication, refresh }} />
            </Part>
          )}
          {isStaff && revision !== null && (
            <Part title={t('edition.label')}>
              <NewEdition {...{ workId, stamp }} edition={edition ?? ''} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
