import { useTranslation } from 'react-i18next';

/** The document's title. React moves it into the head, also on the server. */
export function PageTitle({ children }: { children?: string }) {
  const { t } = useTranslation('shell');
  return (
    <title>{children ? `${children} · ${t('productName')}` : `${t('productName')} · ${t('tagline')}`}</title>
  );
}
