import { Button, Group } from '@mantine/core';
import type { OwnProgram } from '@vesalius/contract/programs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import LibraryFrame from '../../ui/library-frame.tsx';
import { useAct } from '../../ui/use-act.ts';
import { ownProgramsOptions, programsApi } from './api.ts';

/**
 * What the directors see of the student, and the student's choices. The home page around it works without the component
 * library.
 */
export function OwnMembership({ program }: { program: OwnProgram }) {
  const { t, i18n } = useTranslation('programs');
  const { queryKey } = ownProgramsOptions(useSession());
  const [asking, setAsking] = useState<'share' | 'leave' | null>(null);
  const done = () => setAsking(null);
  const params = { id: program.id };
  const share = useAct(() => programsApi.shareEarlierResults({ params }), t('membership.shared'), {
    done,
    refresh: queryKey,
  });
  const leave = useAct(
    () => programsApi.leaveProgram({ params }),
    t('membership.left', { program: program.name }),
    { done, refresh: queryKey },
  );
  const { hidden_before: from } = program;
  const directors = program.directors.join(', ');
  const canShare = from !== null && program.directors.length > 0;
  return (
    <LibraryFrame>
      <p>
        {!directors
          ? t('membership.nobody')
          : from
            ? t('membership.since', { directors, date: formatDate(from, i18n.language) })
            : t('membership.all', { directors })}
      </p>
      <Group gap="xs">
        {canShare && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking('share')}>
            {t('membership.share')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('membership.leaveOf', { program: program.name })}
          onClick={() => setAsking('leave')}
        >
          {t('membership.leave')}
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          title={t(`membership.${asking}Title`, { program: program.name })}
          confirm={t(`membership.${asking}`)}
          isHarmless={asking === 'share'}
          isPending={share.isPending || leave.isPending}
          onConfirm={() => (asking === 'share' ? share : leave).mutate()}
          onClose={done}
        >
          {asking === 'leave' && !directors
            ? t('membership.leaveNobodyText')
            : t(`membership.${asking}Text`, { directors })}
        </ConfirmDialog>
      )}
    </LibraryFrame>
  );
}
