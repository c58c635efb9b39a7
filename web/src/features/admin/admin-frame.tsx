import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './admin.module.css';

/** The rooms of the administration. */
export function AdminFrame({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const session = useSession();
  const tabs: [string, string][] = [
    [paths.admin.to(), t('tab.people')],
    [paths.adminInstitutions.to(), t('tab.institutions')],
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
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the strip is wider than the screen: the open room's name has to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which one is current
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div className={`page ${classes.frame}`}>
      <PageTitle>{title ?? t('title')}</PageTitle>
      <p className={classes.detail}>{t('title')}</p>
      <nav ref={strip} className={classes.tabs} aria-label={t('title')}>
        {tabs.map(([to, label]) => (
          <NavLink key={to} to={to} end={to === paths.admin.to()}>
            {label}
          </NavLink>
        ))}
      </nav>
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
