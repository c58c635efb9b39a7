import { Button, Group } from '@mantine/core';
import type { Price } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/number-input.tsx';
import { useAsksBeforeLeaving } from '../../../ui/use-asks-before-leaving.ts';
import { PriceDialog } from './price-dialog.tsx';

/** An editable price. An empty field cannot be saved. */
export function PriceField({ price }: { price: Price }) {
  const { t } = useTranslation('sales');
  const [entry, setEntry] = useState<string | number>(price.price);
  const [isAsking, setIsAsking] = useState(false);
  const dollars = typeof entry === 'number' ? entry : entry.trim() === '' ? null : Number(entry);
  const isPrice = dollars !== null && Number.isFinite(dollars);
  const isChanged = isPrice && dollars !== price.price;
  useAsksBeforeLeaving(isChanged, { inList: true });
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <NumberInput
          aria-label={
            price.edition === null
              ? t('prices.of', { title: price.title })
              : t('prices.ofEdition', { title: price.title, edition: price.edition })
          }
          size="sm"
          w={110}
          prefix="$"
          min={0}
          decimalScale={2}
          allowNegative={false}
          hideControls
          value={entry}
          onChange={setEntry}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isChanged) setIsAsking(true);
          }}
          error={isPrice ? undefined : t('prices.missing')}
        />
        {isChanged && (
          <Button size="compact-md" onClick={() => setIsAsking(true)}>
            {t('prices.save')}
          </Button>
        )}
      </Group>
      {isPrice && isAsking && (
        <PriceDialog price={price} dollars={dollars} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}
