import { Button, Divider, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { verificationOptions } from '../features/certificates/api.ts';
import { CredentialCheck } from '../features/certificates/credential-check.tsx';
import { VerificationFacts } from '../features/certificates/verification-facts.tsx';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** `/certificates/verify/{certificate_unique_id}`: lets anybody check a certificate by its number. */
export default function CertificateVerifyPage() {
  const { t } = useTranslation('certificates');
  const { certificateUniqueId: number = '' } = useParams();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useQuery({ ...verificationOptions(number), enabled: number !== '' });
  const unknown = error instanceof CallError && error.status === 404;
  return (
    <div className="page" style={{ paddingBlock: '32px 80px' }}>
      <PageTitle>{t('verify.title')}</PageTitle>
      <Stack gap="xl" maw={720}>
        <Title order={1} size="h2">
          {t('verify.title')}
        </Title>
        {data && <VerificationFacts found={data} />}
        {unknown && <EmptyState title={t('verify.unknown')} hint={t('verify.unknownHint')} />}
        {error && !data && !unknown && <FailedState error={error} onRetry={() => void refetch()} />}
        {number && !data && !error && <Skeleton h={420} />}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim()) void navigate(paths.verifyCertificate.to(encodeURIComponent(typed.trim())));
          }}
        >
          <Group align="end" gap="sm">
            <TextInput
              style={{ flex: '1 1 260px' }}
              label={t('verify.numberLabel')}
              placeholder={t('verify.numberPlaceholder')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              dir="ltr"
            />
            <Button type="submit" variant={data ? 'default' : 'filled'}>
              {t(data ? 'verify.another' : 'verify.check')}
            </Button>
          </Group>
        </form>
        <Divider />
        <Stack gap="xs">
          <Title order={2} size="h3">
            {t('verify.credentialTitle')}
          </Title>
          <CredentialCheck />
        </Stack>
      </Stack>
    </div>
  );
}
