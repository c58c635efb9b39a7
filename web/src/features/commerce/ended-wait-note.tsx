import type { EndedWait } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/formats.ts';
import { WORDS_OF_END } from './words-of-end.ts';

/** On the page of what PayPal never completed, above the offer. A public page: without components of Mantine. */
export function EndedWaitNote({ ended }: { ended: EndedWait }) {
  const { t, i18n } = useTranslation('catalogue');
  const what = WORDS_OF_END[ended.because];
  return (
    <div role="status">
      <strong>
        {t(ended.because === 'readable_otherwise' ? 'waiting.readableTitle' : 'waiting.endedTitle')}
      </strong>
      <p style={{ margin: 0 }}>
        {t(`waiting.${what}`, { time: formatMoment(ended.approved_at, i18n.language) })}{' '}
        {t(`waiting.${what}Hint`)}
      </p>
    </div>
  );
}
