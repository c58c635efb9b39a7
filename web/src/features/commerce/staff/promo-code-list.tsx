import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PromoCodeOrder, PromoCodeRow } from '@vesalius/contract/commerce-promo-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatNumber } from '../../../lib/formats.ts';
import { oneOf } from '../../../lib/one-of.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { ChoiceFilter, ListBar, SearchFilter } from '../../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import { promoCodesOptions } from './api.ts';
import { isUsedUp, PromoCodeActs } from './promo-code-acts.tsx';
import { PromoCodeDialog } from './promo-code-dialog.tsx';
import classes from './staff.module.css';

const STATES = ['active', 'ended'] as const;

/** One that is not active is ended, used up, or not begun. */
function promoCodeState(code: PromoCodeRow) {
  if (code.is_active) return 'active';
  if (code.is_ended) return 'ended';
  return isUsedUp(code) ? 'usedUp' : 'notBegun';
}

/** Promo codes with their discounts, uses and revenue. */
export function PromoCodeList() {
  const { t, i18n } = useTranslation('sales');
  const { filters, page, change, addressOf } = useAddressFilters(['search', 'state', 'sort']);
  const [creating, setCreating] = useState(false);
  const query = useQuery(
    promoCodesOptions({
      page,
      ...(filters.search ? { search_term: filters.search } : {}),
      state: oneOf(STATES, filters.state),
      ...(filters.sort ? { sort: filters.sort as PromoCodeOrder } : {}),
    }),
  );
  const number = (value: number) => formatNumber(value, i18n.language);
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  const columns: Column<PromoCodeRow>[] = [
    {
      key: 'name',
      label: t('promo.name'),
      isSortable: true,
      cell: (code) => (
        <>
          <strong>{code.name}</strong>
          <small>{t(`promo.${promoCodeState(code)}`)}</small>
        </>
      ),
    },
    {
      key: 'value',
      label: t('promo.value'),
      cell: ({ kind, value, recurs }) => (
        <>
          <bdi dir="ltr">
            {kind === 'percentage' ? `−${value}%` : `${kind === 'amount' ? '−' : ''}${money(value)}`}
          </bdi>
          <small>{recurs ? t('promo.recurs') : t('promo.firstYear')}</small>
        </>
      ),
    },
    {
      key: 'item',
      label: t('promo.item'),
      cell: ({ item, mail_domain }) => (
        <>
          <bdi>{item ?? t('promo.everything')}</bdi>
          {mail_domain && <small>@{mail_domain}</small>}
        </>
      ),
    },
    {
      key: 'ends_at',
      label: t('promo.until'),
      isSortable: true,
      cell: ({ ends_at }) => (ends_at ? formatDate(ends_at, i18n.language) : '–'),
    },
    {
      key: 'uses',
      label: t('promo.use'),
      isSortable: true,
      cell: ({ uses, max_uses }) =>
        max_uses === null ? number(uses) : t('promo.useOf', { uses: number(uses), max: number(max_uses) }),
    },
    {
      key: 'paid',
      label: t('promo.paid'),
      isSortable: true,
      isFigure: true,
      cell: ({ paid }) => money(paid),
    },
    {
      key: 'acts',
      label: t('promo.acts'),
      isUnlabeled: true,
      cell: (code) => <PromoCodeActs code={code} />,
    },
  ];
  return (
    <div className={classes.stack}>
      <ListBar>
        <SearchFilter
          label={t('promo.search')}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <ChoiceFilter
          label={t('payments.state')}
          any={t('payments.any')}
          choices={STATES.map((value) => ({ value, label: t(`promo.${value}`) }))}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <Button onClick={() => setCreating(true)}>{t('promo.create')}</Button>
      </ListBar>
      <RecordList
        label={t('title.promoCodes')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        sorting={{ by: filters.sort, onSort: (sort) => change({ sort }) }}
        addressOf={addressOf}
      />
      {creating && <PromoCodeDialog onClose={() => setCreating(false)} />}
    </div>
  );
}
