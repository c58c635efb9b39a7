import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signInOptionsOptions } from './api.ts';

/** Shown where a mail is announced: in a demo without a mail server, a link to the stored mail. */
export function DemoMails() {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(signInOptionsOptions);
  if (!data?.kept_mails) return null;
  return (
    <Text size="sm" mt="lg">
      <Anchor href="/dev/mails" target="_blank" inherit>
        {t('verification.demoMails')}
      </Anchor>
    </Text>
  );
}
