import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PromoCodeRow } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatNumber } from '../../../lib/formats.ts';
import { promoCodesOptions } from './api.ts';
import { EndPromoCode } from './end-promo-code.tsx';
import { ListFrame } from './list-frame.tsx';
import { PromoCodeDialog } from './promo-code-dialog.tsx';
import classes from './staff.module.css';

/** The codes, what they are worth, how often they were used, and what was paid with them. */
export function PromoCodeList() {
  const { t } = useTranslation('sales');
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const query = useQuery(promoCodesOptions(page));
  return (
    <div className={classes.stack}>
      <div>
        <Button onClick={() => setCreating(true)}>{t('promo.create')}</Button>
      </div>
      <ListFrame label={t('title.promoCodes')} query={query} onPage={setPage}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('promo.name')}</Table.Th>
              <Table.Th>{t('promo.value')}</Table.Th>
              <Table.Th>{t('promo.item')}</Table.Th>
              <Table.Th>{t('promo.until')}</Table.Th>
              <Table.Th>{t('promo.use')}</Table.Th>
              <Table.Th className={classes.figure}>{t('promo.paid')}</Table.Th>
              <Table.Th>
                <span className="visually-hidden">{t('promo.end')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data?.data.map((code) => (
              <Row key={code.id} code={code} />
            ))}
          </Table.Tbody>
        </Table>
      </ListFrame>
      {creating && <PromoCodeDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

function Row({ code }: { code: PromoCodeRow }) {
  const { t, i18n } = useTranslation('sales');
  const value =
    code.kind === 'percentage'
      ? `−${code.value}%`
      : `${code.kind === 'amount' ? '−' : ''}${formatMoney(code.value, i18n.language)}`;
  const uses = formatNumber(code.uses, i18n.language);
  return (
    <Table.Tr>
      <Table.Td>
        <strong>{code.name}</strong>
        <span className={classes.small}>{code.is_active ? t('promo.active') : t('promo.ended')}</span>
      </Table.Td>
      <Table.Td>
        {value}
        <span className={classes.small}>{code.recurs ? t('promo.recurs') : t('promo.firstYear')}</span>
      </Table.Td>
      <Table.Td className={classes.wide}>
        <bdi>{code.item ?? t('promo.everything')}</bdi>
        {code.mail_domain && <span className={classes.small}>@{code.mail_domain}</span>}
      </Table.Td>
      <Table.Td>{code.ends_at ? formatDate(code.ends_at, i18n.language) : '–'}</Table.Td>
      <Table.Td>
        {code.max_uses === null
          ? uses
          : t('promo.useOf', { uses, max: formatNumber(code.max_uses, i18n.language) })}
      </Table.Td>
      <Table.Td className={classes.figure}>{formatMoney(code.paid, i18n.language)}</Table.Td>
      <Table.Td>
        <EndPromoCode code={code} />
      </Table.Td>
    </Table.Tr>
  );
}
