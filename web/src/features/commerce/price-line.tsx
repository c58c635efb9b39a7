import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';

/** The price of a year; with a discount the old one struck through, and said so to those who cannot see the stroke. */
export function PriceLine({ price, discounted }: { price: number; discounted: number | null }) {
  const { t, i18n } = useTranslation('commerce');
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  if (discounted === null)
    return (
      <Text fz="xl" fw={600}>
        {t('price.perYear', { price: money(price) })}
      </Text>
    );
  return (
    <Group gap="sm" align="baseline">
      <Text c="dimmed" td="line-through">
        <span className="visually-hidden">{t('price.before')} </span>
        {money(price)}
      </Text>
      <Text fz="xl" fw={600} c="var(--mantine-primary-color-filled)" aria-live="polite">
        <span className="visually-hidden">{t('price.now')} </span>
        {t('price.perYear', { price: money(discounted) })}
      </Text>
    </Group>
  );
}
