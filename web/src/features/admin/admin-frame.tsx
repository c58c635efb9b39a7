import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '../../app/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import classes from './admin.module.css';

/** The rooms of the administration. */
export function AdminFrame({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const tabs: [string, string][] = [
    [paths.admin.to(), t('tab.people')],
    [paths.adminInstitutions.to(), t('tab.institutions')],
    [paths.adminSales.to(), t('tab.sales')],
    [paths.adminPayments.to(), t('tab.payments')],
    [paths.adminPromoCodes.to(), t('tab.promoCodes')],
    [paths.adminPrices.to(), t('tab.prices')],
    [paths.adminReconciliation.to(), t('tab.reconciliation')],
    [paths.adminJobs.to(), t('tab.jobs')],
    [paths.adminAudit.to(), t('tab.audit')],
  ];
  return (
    <div className={`page ${classes.frame}`}>
      <PageTitle>{title ?? t('title')}</PageTitle>
      <p className={classes.detail}>{t('title')}</p>
      <nav className={classes.tabs} aria-label={t('title')}>
        {tabs.map(([to, label]) => (
          <NavLink key={to} to={to} end={to === paths.admin.to()}>
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  );
}
