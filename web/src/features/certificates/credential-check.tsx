import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api-client.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { certificatesApi } from './api.ts';
import { VerificationFacts } from './verification-facts.tsx';

/** Verifies a signed credential, from a file or text, with the platform's published key. */
export function CredentialCheck() {
  const { t } = useTranslation('certificates');
  const [text, setText] = useState('');
  const check = useMutation({
    mutationFn: (credential: string) => certificatesApi.verifyCredential({ body: { credential } }),
  });
  // A failed request does not make it invalid.
  const reason = useErrorText(check.error ?? undefined);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('verify.credentialHint')}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) check.mutate(text.trim());
        }}
      >
        <Textarea
          label={t('verify.credentialLabel')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          minRows={3}
          maxRows={6}
          autosize
          error={isRefusal(check.error) ? t('verify.invalid') : reason}
          styles={{ input: { overflowWrap: 'anywhere' } }}
          dir="ltr"
        />
        <Group mt="sm" gap="sm">
          <Button type="submit" variant="default" loading={check.isPending} disabled={!text.trim()}>
            {t('verify.credentialCheck')}
          </Button>
          <FileButton
            accept=".jwt,.txt,application/vc+jwt,application/jwt"
            onChange={(file) => void file?.text().then(setText)}
          >
            {(props) => (
              <Button variant="subtle" {...props}>
                {t('verify.credentialFile')}
              </Button>
            )}
          </FileButton>
        </Group>
      </form>
      {check.data && <VerificationFacts found={check.data} />}
    </Stack>
  );
}
