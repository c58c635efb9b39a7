import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { signInAsAnother } from '../../lib/end-session.ts';
import { paths } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** An approval came back where somebody else is signed in: nothing is offered for sale, and nothing said of the money. */
export function OfAnotherAccount() {
  const { t } = useTranslation('commerce');
  const { pathname, search } = useLocation();
  return (
    <div className="page">
      <PageTitle>{t('checkout.title')}</PageTitle>
      <div role="status">
        <EmptyState
          title={t('checkout.ofAnotherTitle')}
          hint={t('checkout.ofAnotherHint')}
          action={
            <Button onClick={() => signInAsAnother(paths.signIn.to(`${pathname}${search}`))}>
              {t('checkout.signInAsBuyer')}
            </Button>
          }
        />
      </div>
    </div>
  );
}
