import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/formats.ts';
import { paths } from '../../../lib/paths.ts';
import type { WorkSnapshot } from '../model/work-snapshot.ts';
import { approvalsText } from '../review/approval-box.tsx';
import { askersOf, useApprovalNews } from '../review/use-approval-news.ts';
import { CheckList } from './check-list.tsx';
import { PublicationState } from './publication-state.tsx';
import classes from './publish.module.css';
import { useCheckList } from './use-check-list.ts';
import { usePublicationNews } from './use-publication-news.ts';

interface PublishToolsProps {
  readonly workId: string;
  readonly snapshot: WorkSnapshot;
  readonly mayEdit: boolean;
  /** The open page; null: there is none to preview. */
  readonly page: number | null;
}

/** The part of the desk's bar with the publication state, missing fields, and the link to publishing. */
export function PublishTools({ workId, snapshot, mayEdit, page }: PublishToolsProps) {
  const { t, i18n } = useTranslation('publishing');
  const review = useApprovalNews(workId, snapshot.version);
  const askers = review ? askersOf(review) : [];
  const [isOpen, setOpen] = useState(false);
  const { data } = useCheckList(workId, snapshot.version);
  const mistakes = data?.findings.filter(({ kind }) => kind === 'mistake').length ?? 0;
  usePublicationNews(snapshot.publication);
  return (
    <>
      <PublicationState publication={snapshot.publication} />
      {review && (review.review || review.approvals.needed > 0 || askers.length > 0) && (
        <small className={classes.review}>
          {[
            ...(askers.length > 0 ? [t('asked.by', { names: askers.join(t('comma')) })] : []),
            ...(review.review
              ? [t('review.until', { day: formatDate(review.review.due_on, i18n.language) })]
              : []),
            ...(review.approvals.needed > 0 ? [approvalsText(t, review)] : []),
          ].join(t('review.separator'))}
        </small>
      )}
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {mistakes > 0 ? t('check.titleCount', { count: mistakes }) : t('check.title')}
      </Button>
      {page !== null && (
        <Button component={Link} to={paths.studioPreview.to(workId, page)} variant="default" size="sm">
          {t('tools.preview')}
        </Button>
      )}
      <Button
        component={Link}
        to={paths.studioPublish.to(workId)}
        size="sm"
        variant={mayEdit ? 'filled' : 'default'}
      >
        {t(mayEdit ? 'tools.publish' : 'tools.publication')}
      </Button>
      {isOpen && (
        <Drawer
          opened
          position="right"
          title={t('check.title')}
          closeButtonProps={{ 'aria-label': t('check.close') }}
          // The field that a line links to has the focus.
          returnFocus={false}
          onClose={() => setOpen(false)}
        >
          <CheckList {...{ workId, snapshot, mayEdit }} onOpen={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  );
}
