import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { Circle, CircleCheck } from 'lucide';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { fieldAddress } from '../publish/field-place.ts';
import { reviewOptions } from '../review/api.ts';
import { WhoNames } from '../review/who-names.tsx';
import { FIRST_STEPS, type FirstStep, stepsDone } from './first-steps.ts';
import classes from './guide.module.css';
import { useGuide } from './use-guide.ts';

interface GuideProps {
  readonly workId: string;
  readonly document: Fields;
  readonly isPublished: boolean;
  /** Its pages are ready: chapters, questions and media have their place. */
  readonly hasPages: boolean;
}

/** The first steps of a book that was never published. They tick themselves; each leads to where it is done. */
export function Guide({ workId, document, isPublished, hasPages }: GuideProps) {
  const { t } = useTranslation(['studio', 'publishing']);
  const { isOpen, setOpen } = useGuide(workId);
  const titleId = useId();
  const { data } = useQuery({ ...reviewOptions(workId), enabled: isOpen });
  const isReviewed =
    data !== undefined && (data.review !== null || data.ended_at !== null || data.approvals.given > 0);
  const done = stepsDone({ document, isReviewed, isPublished });
  if (!isOpen)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.reopen ?? ''}
        onClick={() => setOpen(true)}
      >
        {t('guide.open')}
      </Button>
    );
  return (
    <section className={classes.guide} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('guide.title')}</h2>
        <small>{t('guide.done', { done: done.size, total: FIRST_STEPS.length })}</small>
        <CloseButton aria-label={t('guide.close')} onClick={() => setOpen(false)} />
      </header>
      <ol>
        {FIRST_STEPS.map((step) => {
          const address = addressOf(step);
          const isDone = done.has(step);
          return (
            <li key={step} data-done={isDone || undefined}>
              <Icon icon={isDone ? CircleCheck : Circle} size={18} />
              <span>
                {address ? <Link to={address}>{t(`guide.step.${step}`)}</Link> : t(`guide.step.${step}`)}
                {isDone && <span className="visually-hidden"> {t('guide.isDone')}</span>}
                {!isDone && step === 'review' && data?.people.length === 0 && (
                  <small>
                    {t('publishing:review.nobody')} <WhoNames workId={workId} />
                  </small>
                )}
                {!isDone && <small>{t(address ? `guide.how.${step}` : 'guide.afterPdf')}</small>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );

  /** Null: it has no place before the pages are there. */
  function addressOf(step: FirstStep): string | null {
    if (step === 'pdf') return paths.studioStart.to(workId);
    if (step === 'review') return paths.studioReview.to(workId);
    if (step === 'publish') return paths.studioPublish.to(workId);
    return hasPages ? fieldAddress(workId, PLACES[step]) : null;
  }
}

/** A field of the panel that each step leads to. */
const PLACES = {
  // The menu "Add" of the open page.
  chapters: ['chapters'],
  questions: ['final_test'],
  media: ['chapters'],
  price: ['price'],
} as const;
