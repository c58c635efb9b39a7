import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Certificate } from '@vesalius/contract/certificates';
import { CREDIT_STEP } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { certificatesApi } from './api.ts';

/** The participant states the earned credits, in quarters up to the maximum. */
export function ClaimForm({
  certificate,
  onClaimed,
  onBack,
}: {
  certificate: Certificate;
  onClaimed: (certificate: Certificate) => void;
  /** Cancels the change; absent for the first claim, which the certificate requires. */
  onBack?: (() => void) | undefined;
}) {
  const { t, i18n } = useTranslation('certificates');
  const { credits_maximum: maximum, credits_claimed: claimed } = certificate.certificate;
  const max = maximum ?? 0;
  const [typed, setTyped] = useState<number | string>(claimed ?? '');
  const credits = Number(typed);
  const canBeClaimed = credits >= CREDIT_STEP && credits <= max && Number.isInteger(credits / CREDIT_STEP);
  const claim = useMutation({
    mutationFn: () =>
      certificatesApi.claimCredits({ params: { id: certificate.id }, body: { credits_claimed: credits } }),
    onSuccess: (changed) => {
      notifySuccess(t('claim.done'));
      onClaimed(changed);
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        claim.mutate();
      }}
    >
      <Text fw={600}>{t('claim.title')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('claim.text', { max })}
      </Text>
      <Group gap="sm" align="start">
        <NumberInput
          label={t('claim.label')}
          description={t('claim.atMost', { max })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          w={140}
          min={CREDIT_STEP}
          max={max}
          step={CREDIT_STEP}
          decimalScale={2}
          // A claim is a formal statement: the typed number is never changed.
          clampBehavior="none"
          value={typed}
          error={canBeClaimed || typed === '' ? null : t('claim.wrong', { max })}
          onChange={setTyped}
        />
        <Button type="submit" size="sm" mt="lg" loading={claim.isPending} disabled={!canBeClaimed}>
          {t(claimed === null ? 'claim.submit' : 'claim.change')}
        </Button>
        {onBack && (
          <Button variant="default" size="sm" mt="lg" onClick={onBack}>
            {t('claim.back')}
          </Button>
        )}
      </Group>
    </form>
  );
}
