import { Progress, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { currentProgramsOptions, overviewKey, programsApi, studentsKey } from './api.ts';

/** Asks, then sends one deletion for each student. Those that fail stay marked, unless they are gone already. */
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
  onDone: (left: ReadonlyMap<string, string>) => void;
}) {
  const { t } = useTranslation('programs');
  const queryClient = useQueryClient();
  const count = students.size;
  const [done, setDone] = useState(0);
  const request = useMutation({
    mutationFn: async () => {
      const left = new Map(students);
      let failed = 0;
      for (const studentId of students.keys()) {
        await programsApi.removeStudent({ params: { id: programId, studentId } }).then(
          () => left.delete(studentId),
          (error) => {
            failed += 1;
            // Gone already, by another director's hand: there is nobody left to be marked.
            if (error instanceof CallError && error.status === 404) left.delete(studentId);
          },
        );
        setDone((before) => before + 1);
      }
      return { left, failed };
    },
    onSuccess: async ({ left, failed }) => {
      if (failed > 0) notifyError(t('students.deleteFailed', { count: failed }));
      else notifySuccess(t('students.deleted'));
      await Promise.all(
        [studentsKey(programId), overviewKey(programId), currentProgramsOptions.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      onDone(left);
    },
  });
  return (
    <ConfirmDialog
      title={t('students.confirmTitle', { count })}
      confirm={t('students.delete')}
      isPending={request.isPending}
      onConfirm={() => request.mutate()}
      onClose={onClose}
    >
      {t('students.confirm', { count })}
      <Text c="dimmed" size="sm" mt="xs" lineClamp={4}>
        {[...students.values()].join(', ')}
      </Text>
      {request.isPending && count > 1 && (
        <Progress
          mt="md"
          value={(done * 100) / count}
          aria-label={t('students.removing', { done, total: count })}
        />
      )}
    </ConfirmDialog>
  );
}
