import { Checkbox } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

/**
 * Checked by default: a session that is not remembered belongs to one tab, so links in mails and new tabs would open as
 * for a visitor.
 */
export function RememberField({ inputProps }: { inputProps: GetInputPropsReturnType }) {
  const { t } = useTranslation('accounts');
  return <Checkbox label={t('signIn.rememberMe')} description={t('signIn.rememberHint')} {...inputProps} />;
}
