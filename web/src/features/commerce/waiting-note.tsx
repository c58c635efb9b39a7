import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoment } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import type { BookToBuy } from './book-to-buy.ts';

/** On the page of what was bought, in place of the offer. A public page: without components of Mantine. */
export function WaitingNote({ item, since }: { item: BookToBuy; since: string }) {
  const { t, i18n } = useTranslation('catalogue');
  return (
    <div role="status">
      <strong>{t('waiting.since', { time: formatMoment(since, i18n.language) })}</strong>
      <p style={{ margin: 0 }}>
        {t('waiting.opensByItself')}{' '}
        <Link to={paths.checkout.to(item.mode, item.id)} style={{ color: 'inherit' }}>
          {t('waiting.details')}
        </Link>
      </p>
    </div>
  );
}
