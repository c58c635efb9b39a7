import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { PromoCodeRow } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { staffApi } from './api.ts';
import { useMoneyAct } from './use-act.ts';

/** Ends a code, after the consequence was read: an ended code is never sold with again. */
export function EndPromoCode({ code }: { code: PromoCodeRow }) {
  const { t, i18n } = useTranslation('sales');
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const end = useMoneyAct(() => staffApi.endPromoCode({ params: { id: code.id } }), close);
  return (
    <>
      {code.is_active && (
        <Button size="compact-sm" variant="default" onClick={() => setIsAsking(true)}>
          {t('promo.end')}
          <span className="visually-hidden">: {code.name}</span>
        </Button>
      )}
      <Modal
        opened={isAsking}
        onClose={close}
        title={t('promo.endTitle', { name: code.name })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Stack gap="md">
          <Text>{t('promo.endConsequence')}</Text>
          {code.uses > 0 && (
            <Text>
              {t('promo.endUsed', { count: code.uses, number: formatNumber(code.uses, i18n.language) })}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button color="oxblood" loading={end.isPending} onClick={() => end.mutate()}>
              {t('promo.endSubmit')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
