import { Button, Group, Text, TextInput } from '@mantine/core';
import type { PromoCodeRow } from '@vesalius/contract/commerce-promo-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayEnd, dayOf } from '../../../lib/days.ts';
import { useFieldErrors } from '../../../lib/field-errors.ts';
import { formatNumber } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { staffApi } from './api.ts';
import { PromoCodeUses } from './promo-code-uses.tsx';

/** Nobody can use it any more, although its end has not come: there is nothing to end. */
export const isUsedUp = ({ uses, max_uses }: PromoCodeRow): boolean => max_uses !== null && uses >= max_uses;

/** Ends a code or reopens it after a confirmation, and shows who used it. */
export function PromoCodeActs({ code }: { code: PromoCodeRow }) {
  const { t, i18n } = useTranslation('sales');
  const [asking, setAsking] = useState<'end' | 'reopen' | 'uses' | null>(null);
  const [endsOn, setEndsOn] = useState(plannedDay(code));
  const errors = useFieldErrors();
  const [complaint, setComplaint] = useState<string | null>(null);
  const close = () => setAsking(null);
  const params = { id: code.id };
  const end = useAct(() => staffApi.endPromoCode({ params }), t('promo.endDone', { name: code.name }), {
    done: close,
  });
  const reopen = useAct(
    () =>
      staffApi.reopenPromoCode({
        params,
        body: { ends_at: endsOn ? dayEnd(endsOn) : null },
      }),
    t('promo.reopenDone', { name: code.name }),
    {
      done: close,
      complain: (error) => {
        const complaint = errors.fromServer(error)?.ends_at ?? null;
        setComplaint(complaint);
        return complaint !== null;
      },
    },
  );
  const button = (act: 'end' | 'reopen' | 'uses') => (
    <Button size="compact-sm" variant="default" onClick={() => setAsking(act)}>
      {t(`promo.${act}`)}
      <span className="visually-hidden">: {code.name}</span>
    </Button>
  );
  return (
    <Group gap="xs">
      {code.uses > 0 && button('uses')}
      {code.is_ended ? button('reopen') : !isUsedUp(code) && button('end')}
      {asking === 'uses' && <PromoCodeUses code={code} onClose={close} />}
      {asking === 'end' && (
        <ConfirmDialog
          title={t('promo.endTitle', { name: code.name })}
          confirm={t('promo.endSubmit')}
          isPending={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={close}
        >
          <Text>{t('promo.endConsequence')}</Text>
          {code.uses > 0 && (
            <Text mt="sm">
              {t('promo.endUsed', { count: code.uses, number: formatNumber(code.uses, i18n.language) })}
            </Text>
          )}
        </ConfirmDialog>
      )}
      {asking === 'reopen' && (
        <ConfirmDialog
          title={t('promo.reopenTitle', { name: code.name })}
          confirm={t('promo.reopen')}
          isHarmless
          isPending={reopen.isPending}
          onConfirm={() => reopen.mutate()}
          onClose={close}
        >
          <Text>{t('promo.reopenText')}</Text>
          <TextInput
            type="date"
            mt="md"
            label={t('promo.until')}
            description={t('promo.reopenHint')}
            error={complaint}
            value={endsOn}
            onChange={(event) => setEndsOn(event.currentTarget.value)}
          />
        </ConfirmDialog>
      )}
    </Group>
  );
}

/** The planned end, if it is in the future. */
const plannedDay = ({ planned_ends_at: end }: PromoCodeRow): string =>
  end !== null && end > new Date().toISOString() ? dayOf(end) : '';
