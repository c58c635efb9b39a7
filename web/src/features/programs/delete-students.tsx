import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../lib/new-id.ts';
import { keyOf, keysUnder } from '../../lib/query-keys.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { useNameList } from '../../ui/use-name-list.ts';
import { programsApi } from './api.ts';

/** Removes all selected students at once after a confirmation. The toast offers undo. */
export function DeleteStudents({
  programId,
  students,
  onClose,
  onDone,
}: {
  programId: string;
  /** Names by id. */
  students: ReadonlyMap<string, string>;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation(['programs', 'imports']);
  const nameList = useNameList();
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText(keysUnder('programs'));
  const count = students.size;
  // Created once: a retry after a failure is the same removal.
  const [removalId] = useState(newId);
  const refresh = () =>
    Promise.all(
      [
        keysUnder('programs', 'students', programId),
        keyOf('programs', 'removals', programId),
        keysUnder('programs', 'overview', programId),
        keyOf('programs', 'current'),
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const fail = async (error: unknown) => notifyError(await outcomeText(error));
  /** Must not depend on this component, which may be unmounted when the user presses undo. */
  const undo = () =>
    programsApi
      .undoRemoval({ params: { id: programId, removalId } })
      .then(async ({ restored }) => {
        const names = nameList([...students.values()]);
        notifySuccess(
          restored === count
            ? t('imports:removals.backAgain', { count, names })
            : t('students.restored', { count: restored }),
        );
        await refresh();
      })
      .catch(fail);
  const request = useMutation({
    mutationFn: () =>
      programsApi.removeStudents({
        params: { id: programId },
        body: { removal_id: removalId, user_ids: [...students.keys()] },
      }),
    onSuccess: async ({ removed, names: first }) => {
      const names = nameList(first, removed);
      notifySuccess(
        removed === count
          ? `${t('students.deleted')} ${t('imports:removals.removed', { names })}`
          : t('students.deletedSome', { count: removed, names }),
        removed > 0 ? { label: t('students.undo'), run: () => void undo() } : undefined,
      );
      await refresh();
      onDone();
    },
    onError: fail,
  });
  return (
    <ConfirmDialog
      title={t('students.confirmTitle', { count })}
      confirm={t('students.delete')}
      isPending={request.isPending}
      onConfirm={() => request.mutate()}
      onClose={onClose}
    >
      {t('students.confirm', { count })} {t('students.canUndo', { hours: IMPORT_UNDO_HOURS })}
      <Text c="dimmed" size="sm" mt="xs" lineClamp={4}>
        {[...students.values()].join(', ')}
      </Text>
    </ConfirmDialog>
  );
}
