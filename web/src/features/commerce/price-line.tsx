import { Group, Text } from '@mantine/core';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';

/**
 * The yearly price; with a discount, the former price struck through. A price for the first year only is never called
 * yearly: the price of later years is shown below it.
 */
export function PriceLine({ price, discount }: { price: number; discount: DiscountedPrice | null }) {
  const { t, i18n } = useTranslation('commerce');
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  if (discount === null)
    return (
      <Text fz="xl" fw={600}>
        {t('price.perYear', { price: money(price) })}
      </Text>
    );
  const { discounted_price: today, recurs } = discount;
  const isFree = today === 0;
  return (
    <div aria-live="polite">
      <Group gap="sm" align="baseline">
        <Text c="dimmed" td="line-through">
          <span className="visually-hidden">{t('price.before')} </span>
          {money(price)}
        </Text>
        <Text fz="xl" fw={600} c="var(--mantine-primary-color-filled)">
          <span className="visually-hidden">{t('price.now')} </span>
          {isFree
            ? t('price.freeYear')
            : t(recurs ? 'price.perYear' : 'price.firstYear', { price: money(today) })}
        </Text>
      </Group>
      {isFree && <Text size="sm">{t('price.freeEnds')}</Text>}
      {!isFree && !recurs && <Text size="sm">{t('price.later', { price: money(price) })}</Text>}
    </div>
  );
}
