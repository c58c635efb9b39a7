import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/formats.ts';
import { resendFrom } from '../lib/invitation-end.ts';

/** Sends an invitation again. Before its time has come, it says when. */
export function ResendButton({
  sentAt,
  label,
  children,
  disabled = false,
  loading,
  onClick,
}: {
  sentAt: string | null;
  /** Names the person for screen readers. */
  label: string;
  children: string;
  disabled?: boolean;
  loading: boolean;
  onClick: () => void;
}) {
  const { t, i18n } = useTranslation('imports');
  const from = resendFrom(sentAt);
  if (from) return <small>{t('letters.resend.from', { time: formatDateTime(from, i18n.language) })}</small>;
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={label}
      disabled={disabled}
      loading={loading}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
