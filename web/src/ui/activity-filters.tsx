import { NativeSelect } from '@mantine/core';
import {
  ACTIVITIES,
  type Activity,
  IDLE_AFTER_DAYS,
  PEOPLE_ORDERS,
  type PeopleOrder,
} from '@vesalius/contract/people-activity';
import { useTranslation } from 'react-i18next';

/** Reads the filters from the address. A value that we do not offer counts as no filter. */
export const activityOf = (filters: { activity: string; order: string }) => ({
  activity: ACTIVITIES.find((known) => known === filters.activity) ?? null,
  order: PEOPLE_ORDERS.find((known) => known === filters.order) ?? 'name',
});

/** Filters people by activity and chooses their order. */
export function ActivityFilters({
  activity,
  order,
  onChange,
}: {
  activity: Activity | null;
  order: PeopleOrder;
  onChange: (filters: { activity?: string; order?: string }) => void;
}) {
  const { t } = useTranslation('imports');
  return (
    <>
      <NativeSelect
        size="md"
        aria-label={t('activity.filter')}
        value={activity ?? ''}
        onChange={(event) => onChange({ activity: event.currentTarget.value })}
        data={[
          { value: '', label: t('activity.any') },
          ...ACTIVITIES.map((value) => ({
            value,
            label: t(`activity.${value}`, { days: IDLE_AFTER_DAYS }),
          })),
        ]}
      />
      <NativeSelect
        size="md"
        aria-label={t('activity.order')}
        value={order}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange({ order: value === 'name' ? '' : value });
        }}
        data={PEOPLE_ORDERS.map((value) => ({ value, label: t(`activity.orders.${value}`) }))}
      />
    </>
  );
}
