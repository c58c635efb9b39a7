import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DemoAccount } from '@vesalius/contract/sessions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { accountsApi, signInOptionsOptions } from './api.ts';
import { useSignedIn } from './use-signed-in.ts';

/** Signs in to a demo account with one click. Renders nothing if no demo is loaded. */
export function DemoDoors({ onSignedIn }: { onSignedIn: () => void }) {
  const { t, i18n } = useTranslation('accounts');
  const signedIn = useSignedIn();
  const [failure, setFailure] = useState<string | null>(null);
  const { data } = useQuery(signInOptionsOptions);
  const request = useMutation({
    mutationFn: ({ email, password }: DemoAccount) =>
      accountsApi.signIn({ body: { email, password, remember: true, device_id: deviceId() } }),
    onMutate: () => setFailure(null),
    onSuccess: (user) => {
      signedIn(user, true);
      onSignedIn();
    },
    onError: async (error) => setFailure(await errorText(error, i18n.language)),
  });
  if (!data || data.demo_accounts.length === 0) return null;
  return (
    <section aria-labelledby="demo-doors">
      <Text id="demo-doors" size="sm" c="dimmed" ta="center" mt="lg" mb="xs">
        {t('demo.enterAs')}
      </Text>
      <Group gap="xs" justify="center">
        {data.demo_accounts.map((account) => (
          <Button
            key={account.email}
            size="sm"
            variant="default"
            loading={request.isPending && request.variables?.email === account.email}
            onClick={() => request.mutate(account)}
          >
            {t(`demo.role.${account.role}`)}
          </Button>
        ))}
      </Group>
      {failure && (
        <Alert color="oxblood" variant="light" role="alert" p="sm" mt="sm">
          {failure}
        </Alert>
      )}
    </section>
  );
}
