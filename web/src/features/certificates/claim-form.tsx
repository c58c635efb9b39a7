import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Certificate } from '@vesalius/contract/certificates';
import { CREDIT_STEP } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { certificatesApi } from './api.ts';
import { clampClaim } from './clamp-claim.ts';

/** The participant says how many credits they earned: in quarters, up to the maximum. */
export function ClaimForm({
  certificate,
  onClaimed,
}: {
  certificate: Certificate;
  onClaimed: (certificate: Certificate) => void;
}) {
  const { t } = useTranslation('certificates');
  const { credits_maximum: maximum, credits_claimed: claimed } = certificate.certificate;
  const max = maximum ?? 0;
  const [credits, setCredits] = useState(claimed ?? max);
  const claim = useMutation({
    mutationFn: () =>
      certificatesApi.claimCredits({ params: { id: certificate.id }, body: { credits_claimed: credits } }),
    onSuccess: (changed) => {
      notifySuccess(t('claim.done'));
      onClaimed(changed);
    },
    onError: (error) => notifyError(error.message),
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
      <Group gap="sm" align="end">
        <NumberInput
          label={t('claim.label')}
          w={140}
          min={CREDIT_STEP}
          max={max}
          step={CREDIT_STEP}
          decimalScale={2}
          allowNegative={false}
          value={credits}
          onChange={(value) => setCredits(Number(value) || 0)}
          // Typed figures go to the nearest quarter when the field is left.
          onBlur={() => setCredits(clampClaim(credits, max))}
        />
        <Button type="submit" loading={claim.isPending} disabled={clampClaim(credits, max) !== credits}>
          {t(claimed === null ? 'claim.submit' : 'claim.change')}
        </Button>
      </Group>
    </form>
  );
}
