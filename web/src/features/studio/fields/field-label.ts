import { useTranslation } from 'react-i18next';
import type en from '../../../i18n/en/studio.ts';

export type FieldName = keyof (typeof en)['field'];

/** The label of a manifest's field; an unknown field has its own name. */
export function useFieldLabel(): (name: string) => string {
  const { t, i18n } = useTranslation('studio');
  return (name) => (i18n.exists(`studio:field.${name}`) ? t(`field.${name as FieldName}`) : name);
}
