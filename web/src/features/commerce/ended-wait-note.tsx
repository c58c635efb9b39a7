import type { EndedWait } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/formats.ts';

/** On the page of what PayPal never completed, above the offer. A public page: without components of Mantine. */
export function EndedWaitNote({ ended }: { ended: EndedWait }) {
  const { t, i18n } = useTranslation('catalogue');
  const what = ended.because === 'ended_at_paypal' ? 'endedAtPaypal' : 'notCompleted';
  return (
    <div role="status">
      <strong>{t('waiting.endedTitle')}</strong>
      <p style={{ margin: 0 }}>
        {t(`waiting.${what}`, { time: formatMoment(ended.approved_at, i18n.language) })}{' '}
        {t(`waiting.${what}Hint`)}
      </p>
    </div>
  );
}
