import { useTranslation } from 'react-i18next';

/** The document's title: React puts it into the head, on the server too. */
export function PageTitle({ children }: { children?: string }) {
  const { t } = useTranslation('shell');
  return (
    <title>{children ? `${children} · ${t('productName')}` : `${t('productName')} · ${t('tagline')}`}</title>
  );
}
