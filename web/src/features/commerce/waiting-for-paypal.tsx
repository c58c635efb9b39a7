import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import type { EndedWait } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/formats.ts';
import { WORDS_OF_END } from './words-of-end.ts';

/** At the checkout, in place of a second offer: it is bought, and PayPal takes its time. */
export function WaitingForPaypal({
  title,
  since,
  onPayByCard,
}: {
  title: string;
  since: string;
  /** Left out where nothing else can be paid. */
  onPayByCard?: () => void;
}) {
  const { t } = useTranslation('commerce');
  return (
    <Stack gap="lg" align="flex-start" py="xl" maw={640}>
      <Title order={1} size="h2">
        {t('checkout.title')}
      </Title>
      <WaitingAlert since={since} title={title} />
      {onPayByCard && (
        <Stack gap="xs" align="flex-start">
          <Button variant="default" onClick={onPayByCard}>
            {t('waiting.payByCard')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('waiting.payByCardHint')}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}

export function WaitingAlert({ since, title }: { since: string; title?: string }) {
  const { t, i18n } = useTranslation('commerce');
  return (
    <Alert variant="light" color="petrol" role="status" title={title && <bdi>{title}</bdi>}>
      <Text>{t('waiting.since', { time: formatMoment(since, i18n.language) })}</Text>
      <Text>{t('waiting.hint')}</Text>
    </Alert>
  );
}

/** Above what is offered again: PayPal never completed the approval. */
export function EndedWaitAlert({ ended }: { ended: EndedWait }) {
  const { t } = useTranslation('commerce');
  return (
    <Alert
      variant="light"
      color="petrol"
      role="status"
      title={t(ended.because === 'readable_otherwise' ? 'waiting.readableTitle' : 'waiting.endedTitle')}
    >
      <EndedWaitText ended={ended} />
    </Alert>
  );
}

export function EndedWaitText({ ended }: { ended: EndedWait }) {
  const { t, i18n } = useTranslation('commerce');
  const what = WORDS_OF_END[ended.because];
  return (
    <>
      <Text>{t(`waiting.${what}`, { time: formatMoment(ended.approved_at, i18n.language) })}</Text>
      <Text>{t(`waiting.${what}Hint`)}</Text>
    </>
  );
}
