import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../ui/states.tsx';

/** Shown when an offline book cannot be opened: its license has expired, or the clock was turned back. */
export default function KeptClosed({ code, onRetry }: { code: string; onRetry: () => void }) {
  const { t } = useTranslation('offline');
  const kind = code === 'kept_clock' ? 'clock' : 'ended';
  return <FailedState title={t(`closed.${kind}Title`)} hint={t(`closed.${kind}`)} onRetry={onRetry} />;
}
