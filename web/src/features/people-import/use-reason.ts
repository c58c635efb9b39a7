import type { ImportedRow } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../lib/field-errors.ts';

/** Why a row is rejected, in the reader's language; for a row with errors, the error of each field. */
export function useReason(): (row: ImportedRow) => string {
  const { t } = useTranslation('imports');
  const { translate } = useFieldErrors();
  return ({ outcome, fields }) => {
    const complaints = Object.entries(translate(fields ?? {})).map(
      ([field, text]) => `${t(`fields.${field as 'email'}`, { defaultValue: field })}: ${text}`,
    );
    return complaints.length > 0 ? complaints.join(' · ') : t(`outcomes.${outcome}`);
  };
}
