import { Alert, Anchor, Checkbox } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** The last part of both forms that create an account: the terms, and the error of the last attempt. */
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
        // Mantine sets this on text inputs, but not on checkboxes.
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
