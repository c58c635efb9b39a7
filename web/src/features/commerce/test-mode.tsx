import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../lib/query-keys.ts';
import classes from './checkout.module.css';
import type { CardForm } from './use-card-form.ts';

const CONTROL = '/payment-emulator/control';
const SCENARIOS = [
  'succeed',
  'decline',
  'hold',
  'server_error',
  'timeout_before_charge',
  'timeout_after_charge',
  'late',
  'twice',
  'lost',
  'sale_first',
] as const;
type Scenario = (typeof SCENARIOS)[number];

/** The providers' own test cards and triggers. */
const CARDS = [
  { key: 'good', card_number: '4007 0000 0002 7', expiry: '12 / 30', cvv: '123', zip: '3000' },
  { key: 'declined', card_number: '4111 1111 1111 1111', expiry: '12 / 30', cvv: '123', zip: '46282' },
  { key: 'code', card_number: '5424 0000 0000 0015', expiry: '12 / 30', cvv: '901', zip: '3000' },
] as const;

/** Says that no money moves, offers test cards, and chooses the result of the next payments. */
export function TestMode({ form }: { form?: CardForm }) {
  const { t } = useTranslation('commerce');
  return (
    <section className={classes.test} aria-label={t('test.mode')}>
      <strong>{t('test.mode')}.</strong> {t('test.noMoney')}
      <details>
        <summary>{t('test.details')}</summary>
        {form && (
          <ul>
            {CARDS.map(({ key, ...values }) => (
              <li key={key}>
                <code dir="ltr">{values.card_number}</code> {t(`test.${key}`)}
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => form.setValues({ address: '1 Main Street', city: 'Leuven', ...values })}
                >
                  {t('test.use')}
                  <span className="visually-hidden"> {t(`test.${key}`)}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <ScenarioSwitch />
      </details>
    </section>
  );
}

function ScenarioSwitch() {
  const { t } = useTranslation('commerce');
  const queryClient = useQueryClient();
  const { data = 'succeed' } = useQuery({
    queryKey: keyOf('commerce', 'scenario'),
    queryFn: async () => ((await (await fetch(CONTROL)).json()) as { scenario: Scenario }).scenario,
  });
  const change = useMutation({
    mutationFn: (scenario: Scenario) =>
      fetch(CONTROL, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scenario }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('commerce', 'scenario') }),
  });
  return (
    <NativeSelect
      label={t('test.scenario')}
      value={change.isPending ? change.variables : data}
      onChange={(event) => change.mutate(event.currentTarget.value as Scenario)}
      data={SCENARIOS.map((value) => ({ value, label: t(`test.scenarios.${value}`) }))}
    />
  );
}
