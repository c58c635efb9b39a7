import { NativeSelect } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { LANGUAGES } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';

/** The language in which the account gets its emails. */
export function LanguageField({ inputProps }: { inputProps: GetInputPropsReturnType }) {
  const { t } = useTranslation('accounts');
  const { t: shell } = useTranslation('shell');
  return (
    <NativeSelect
      label={t('label.letterLanguage')}
      description={t('profile.letterLanguageHint')}
      data={LANGUAGES.map((language) => ({ value: language, label: shell(`language.${language}`) }))}
      {...inputProps}
    />
  );
}
