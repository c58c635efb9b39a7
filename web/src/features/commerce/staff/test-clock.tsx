import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { useAct } from '../../../ui/use-act.ts';
import { staffApi, testClockOptions } from './api.ts';
import classes from './staff.module.css';

const STEPS = [5, 30] as const;
const YEAR = 366;

/** Advances the test clock where payments are emulated. Renders nothing with real payments. */
export function TestClock() {
  const { t, i18n } = useTranslation('sales');
  const { data } = useQuery(testClockOptions);
  const advance = useAct(
    (days: number) => staffApi.advanceTestClock({ body: { days } }),
    ({ now }) => t('clock.now', { now: formatDateTime(now, i18n.language) }),
  );
  if (!data?.movable) return null;
  return (
    <section className={classes.clock}>
      <Title order={2} size="h3">
        {t('clock.title')}
      </Title>
      <Text size="sm">{t('clock.intro')}</Text>
      <Text fw={600}>{t('clock.now', { now: formatDateTime(data.now, i18n.language) })}</Text>
      <Group gap="sm">
        {STEPS.map((days) => (
          <Button
            key={days}
            variant="default"
            loading={advance.isPending && advance.variables === days}
            onClick={() => advance.mutate(days)}
          >
            {t('clock.days', { count: days })}
          </Button>
        ))}
        <Button
          variant="default"
          loading={advance.isPending && advance.variables === YEAR}
          onClick={() => advance.mutate(YEAR)}
        >
          {t('clock.year')}
        </Button>
      </Group>
    </section>
  );
}
