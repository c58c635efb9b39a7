import { useTranslation } from 'react-i18next';
import type en from '../../../i18n/en/studio.ts';

export type FieldName = keyof (typeof en)['field'];

/** What a field of the manifest is called; one that is not known here, by its own name. */
export function useFieldLabel(): (name: string) => string {
  const { t, i18n } = useTranslation('studio');
  return (name) => (i18n.exists(`studio:field.${name}`) ? t(`field.${name as FieldName}`) : name);
}
