import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../ui/states.tsx';

/** The book is on the device and does not open: its licence has run out, or the clock was turned back. */
export default function KeptClosed({ code, onRetry }: { code: string; onRetry: () => void }) {
  const { t } = useTranslation('offline');
  const kind = code === 'kept_clock' ? 'clock' : 'ended';
  return <FailedState title={t(`closed.${kind}Title`)} hint={t(`closed.${kind}`)} onRetry={onRetry} />;
}
