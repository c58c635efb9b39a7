import { Button } from '@mantine/core';
import type { Institution } from '@vesalius/contract/admin-institutions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi } from './api.ts';

/** Ends a running institution at once; the form's days can only end it with a day. */
export function EndInstitution({ institution }: { institution: Institution }) {
  const { t } = useTranslation('admin');
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, is_active } = institution;
  const end = useAct(() => adminApi.endInstitution({ params: { id } }), t('institution.endedNow', { name }), {
    done: () => setIsAsking(false),
  });
  if (!is_active) return null;
  return (
    <>
      <Button
        variant="outline"
        color="oxblood"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsAsking(true)}
      >
        {t('institution.endNow')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('institution.endNowTitle', { name })}
          confirm={t('institution.endNow')}
          isPending={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {t('institution.endNowText')}
        </ConfirmDialog>
      )}
    </>
  );
}
