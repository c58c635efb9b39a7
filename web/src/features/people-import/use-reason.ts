import type { ImportedRow } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';
import { rowComplaint } from './row-complaint.ts';

/** Why a row is rejected, in the reader's language; for a row with errors, the error of each field. */
export function useReason(): (row: ImportedRow) => string {
  const { t, i18n } = useTranslation('imports');
  return ({ outcome, fields }) => {
    const complaints = Object.entries(fields ?? {}).map(
      ([field, text]) =>
        `${t(`fields.${field as 'email'}`, { defaultValue: field })}: ${rowComplaint(text, i18n.language)}`,
    );
    return complaints.length > 0 ? complaints.join(' · ') : t(`outcomes.${outcome}`);
  };
}
