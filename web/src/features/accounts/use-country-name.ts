import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countriesOptions } from './api.ts';

export function useCountryName(id: string | null): string | undefined {
  const { i18n } = useTranslation('accounts');
  const { data } = useQuery(countriesOptions);
  const country = data?.find((one) => one.id === id);
  return i18n.language === 'ar' ? country?.name_ar : country?.name;
}
