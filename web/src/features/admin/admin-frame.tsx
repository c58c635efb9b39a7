import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MOBILE_MAX_WIDTH } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './admin.module.css';

/** The path of "People" is the root of all sections, and its pages are below `/people/`. */
const isIn = (room: string, pathname: string): boolean =>
  room === paths.admin.to()
    ? pathname === room || pathname.startsWith(`${room}/people/`)
    : pathname === room || pathname.startsWith(`${room}/`);

/** The layout of the administration, with its sections. */
export function AdminFrame({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const session = useSession();
  const tabs: [string, string][] = [
    [paths.admin.to(), t('tab.people')],
    [paths.adminInstitutions.to(), t('tab.institutions')],
    [paths.adminBooks.to(), t('tab.books')],
    [paths.adminPackages.to(), t('tab.packages')],
    [paths.adminPrograms.to(), t('tab.programs')],
    [paths.adminPublishers.to(), t('tab.publishers')],
    [paths.adminCertificates.to(), t('tab.certificates')],
    [paths.adminResults.to(), t('tab.results')],
    [paths.adminSales.to(), t('tab.sales')],
    [paths.adminPayments.to(), t('tab.payments')],
    [paths.adminPromoCodes.to(), t('tab.promoCodes')],
    [paths.adminPrices.to(), t('tab.prices')],
    [paths.adminReconciliation.to(), t('tab.reconciliation')],
    [paths.adminJobs.to(), t('tab.jobs')],
    [paths.adminAudit.to(), t('tab.audit')],
  ];
  const { pathname } = useLocation();
  const isPhone = useMediaQuery(`(max-width: ${MOBILE_MAX_WIDTH}px)`);
  const strip = (
    <nav className={classes.tabs} aria-label={t('title')}>
      {tabs.map(([to, label]) => (
        <NavLink key={to} to={to} end={to === paths.admin.to()}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
  return (
    <div className={`page ${classes.frame}`}>
      <PageTitle>{title ?? t('title')}</PageTitle>
      <LeaveQuestion />
      <p className={classes.detail}>{t('title')}</p>
      {isPhone ? (
        <details key={pathname} className={classes.rooms}>
          <summary>{tabs.find(([to]) => isIn(to, pathname))?.[1] ?? t('title')}</summary>
          {strip}
        </details>
      ) : (
        strip
      )}
      {session?.mustAddSecondFactor ? (
        <EmptyState
          title={t('twoSteps.title')}
          hint={t('twoSteps.hint')}
          action={
            <Button component={Link} to={`${paths.profile.to(session.userId)}#two-steps`} mt="sm">
              {t('twoSteps.open')}
            </Button>
          }
        />
      ) : (
        children
      )}
    </div>
  );
}
