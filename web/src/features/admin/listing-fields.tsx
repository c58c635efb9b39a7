import { Alert, Button, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { useListingForm } from './use-listing-form.ts';

type Form = Pick<
  ReturnType<typeof useListingForm<{ name: string; slug: string }>>,
  'nameProps' | 'slugProps' | 'isOutdated' | 'reload'
>;

/** Name and slug. A slug that is in use cannot change, because book folders refer to it. */
export function NameAndSlug({
  isNew,
  slugHint,
  nameProps,
  slugProps,
  isOutdated,
  reload,
}: Form & { isNew: boolean; slugHint: string }) {
  const { t } = useTranslation('listings');
  return (
    <>
      {isOutdated && (
        <Alert color="oxblood" role="alert" title={t('outdated.title')}>
          <p>{t('outdated.text')}</p>
          <Button size="sm" variant="default" onClick={reload}>
            {t('outdated.reload')}
          </Button>
        </Alert>
      )}
      <TextInput label={t('name')} {...(nameProps as ComponentProps<typeof TextInput>)} />
      <TextInput
        label={t('slug')}
        description={isNew ? slugHint : t('slugStays')}
        dir="ltr"
        readOnly={!isNew}
        {...(slugProps as ComponentProps<typeof TextInput>)}
      />
    </>
  );
}
