import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkPages } from '@vesalius/contract/work-files';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoment } from '../../../lib/formats.ts';
import { paths } from '../../../lib/paths.ts';
import buttons from '../../../ui/buttons.module.css';
import { historyOptions } from '../api.ts';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { PagesStopped } from '../start/pages-stopped.tsx';
import { Preparing } from '../start/preparing.tsx';
import classes from './desk.module.css';

/**
 * In place of the pages while those of a new PDF are prepared, or after that failed: how far they are, who chose the PDF, and
 * the way back to the earlier one.
 */
export function PagesState({
  workId,
  store,
  pdf,
  pages,
  mayEdit,
}: {
  workId: string;
  store: WorkStore;
  pdf: string;
  pages: WorkPages;
  mayEdit: boolean;
}) {
  const { t, i18n } = useTranslation('studio');
  const { version } = useWorkSnapshot(store);
  const { data: history } = useQuery(historyOptions(workId, 1, version));
  const chosen = history?.data.find(({ path: [field], after }) => field === 'pdf' && after === pdf);
  const replaces = typeof chosen?.before === 'string';
  return (
    <section className={classes.pagesState} aria-label={t('preparing.label')}>
      {pages.was_stopped ? <PagesStopped {...{ workId, pdf, mayEdit }} /> : <Preparing pages={pages} />}
      {chosen?.user_name && (
        <p>
          {t(replaces ? 'preparing.replacedBy' : 'preparing.chosenBy', {
            name: chosen.user_name,
            time: formatMoment(chosen.made_at, i18n.language),
          })}
        </p>
      )}
      {mayEdit && <p>{t('preparing.goOn')}</p>}
      <div className={classes.acts}>
        {mayEdit && replaces && (
          <Button variant="default" size="sm" onClick={() => store.undo({ changeId: chosen.change_id })}>
            {t('preparing.takeBack')}
          </Button>
        )}
        {mayEdit && !replaces && (
          <Link className={buttons.primary} to={paths.studioStart.to(workId)}>
            {t('desk.start')}
          </Link>
        )}
      </div>
    </section>
  );
}
