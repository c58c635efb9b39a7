import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { likelyAddress } from '../lib/likely-address.ts';

/** Below an email field: offers the address that was probably meant. What was typed stays valid. */
export function DidYouMean({
  email,
  knownDomains,
  onAccept,
}: {
  email: string;
  /** Those that are right where the address is typed. */
  knownDomains?: readonly string[];
  onAccept: (meant: string) => void;
}) {
  const { t } = useTranslation('shell');
  const meant = likelyAddress(email, knownDomains);
  if (meant === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      type="button"
      style={{ alignSelf: 'flex-start' }}
      onClick={({ currentTarget: { form } }) => {
        // The pressed button disappears.
        const field = form?.querySelector<HTMLElement>('input[type="email"]') ?? form?.querySelector('input');
        field?.focus();
        onAccept(meant);
      }}
    >
      {t('didYouMean', { email: meant })}
    </Button>
  );
}
