import { useTranslation } from 'react-i18next';
import { FailedState } from '../ui/states.tsx';

/** When a screen breaks, the rest of the product stays: a way on instead of a blank page. */
export function RouteFailure() {
  const { t } = useTranslation('shell');
  return (
    <main className="page">
      <FailedState title={t('state.crashedTitle')} onRetry={() => window.location.reload()} />
    </main>
  );
}
