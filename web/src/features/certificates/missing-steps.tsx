import { Anchor } from '@mantine/core';
import type { PendingCertificate } from '@vesalius/contract/certificates';
import { CERTIFICATE_MIN_PERCENT, COMPLETED_PAGES_RATIO } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './certificate-list.module.css';

type Step = PendingCertificate['missing'][number];
export interface StepLinks {
  readonly page: (bookId: string, page?: number) => string;
  readonly finalTest: (bookId: string) => string;
}
type Missing = Pick<PendingCertificate, 'missing' | 'pages_to_read' | 'open_tests'>;

/** The missing requirements of a certificate, with links. `without` omits the step that the screen itself shows. */
export function MissingSteps({
  bookId,
  title,
  state,
  links,
  without = [],
}: {
  bookId: string;
  /** The book's title, for lists with several books. */
  title?: string;
  state: Missing;
  links: StepLinks;
  without?: readonly Step[];
}) {
  const { t } = useTranslation('certificates');
  const named = (text: string) => (title ? { 'aria-label': `${text}: ${title}` } : {});
  return (
    <ul className={classes.steps}>
      {state.missing
        .filter((step) => !without.includes(step))
        .map((step) => (
          <li key={step}>
            {step === 'pages' && (
              <>
                {t('pending.pages', {
                  count: state.pages_to_read,
                  percent: Math.round(COMPLETED_PAGES_RATIO * 100),
                })}{' '}
                <Anchor component={Link} to={links.page(bookId)} {...named(t('pending.toBook'))}>
                  {t('pending.toBook')}
                </Anchor>
              </>
            )}
            {step === 'mandatory_tests' && (
              <>
                {t('pending.mandatory_tests')}
                {state.open_tests.map((test) => (
                  <Anchor
                    key={test.id}
                    component={Link}
                    to={links.page(bookId, test.page)}
                    {...named(t('pending.testOnPage', { title: test.title, page: test.page_label }))}
                  >
                    <bdi>{test.title}</bdi> {t('pending.onPage', { page: test.page_label })}
                  </Anchor>
                ))}
              </>
            )}
            {step === 'final_test' && (
              <>
                {t('pending.final_test', { percent: CERTIFICATE_MIN_PERCENT })}{' '}
                <Anchor component={Link} to={links.finalTest(bookId)} {...named(t('pending.toTest'))}>
                  {t('pending.toTest')}
                </Anchor>
              </>
            )}
            {step === 'survey' && (
              <>
                {t('pending.survey')}{' '}
                {state.missing.includes('final_test') || without.includes('final_test') ? null : (
                  <Anchor component={Link} to={links.finalTest(bookId)} {...named(t('pending.toSurvey'))}>
                    {t('pending.toSurvey')}
                  </Anchor>
                )}
              </>
            )}
          </li>
        ))}
    </ul>
  );
}
