import { Alert, Anchor, Checkbox } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** The end of both forms that make an account: agreement to the terms, and why the last attempt failed. */
export function TermsAndFailure({
  inputProps,
  failure,
}: {
  inputProps: GetInputPropsReturnType;
  failure: string | null;
}) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <Checkbox
        label={
          <Trans
            t={t}
            i18nKey="register.terms"
            components={{
              terms: (
                <Anchor component={Link} to={paths.terms.to()} target="_blank" inherit underline="always" />
              ),
            }}
          />
        }
        {...inputProps}
        // The component library marks fields that are typed into, not boxes.
        aria-invalid={inputProps.error ? true : undefined}
      />
      {failure && (
        <Alert color="oxblood" variant="light" role="alert" p="sm">
          {failure}
        </Alert>
      )}
    </>
  );
}
