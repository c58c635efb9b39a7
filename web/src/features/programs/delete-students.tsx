import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { currentProgramsOptions, overviewKey, programsApi, studentsKey } from './api.ts';

/** Asks, then sends one deletion for each student. Those that fail stay marked. */
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
  const request = useMutation({
    mutationFn: async () => {
      const left = new Map(students);
      for (const studentId of students.keys())
        await programsApi.removeStudent({ params: { id: programId, studentId } }).then(
          () => left.delete(studentId),
          () => undefined,
        );
      return left;
    },
    onSuccess: async (left) => {
      if (left.size > 0) notifyError(t('students.deleteFailed', { count: left.size }));
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
    <Modal
      opened
      onClose={onClose}
      title={t('students.confirmTitle', { count })}
      closeButtonProps={{ 'aria-label': t('students.cancel') }}
    >
      <Text>{t('students.confirm', { count })}</Text>
      <Text c="dimmed" size="sm" mt="xs" lineClamp={4}>
        {[...students.values()].join(', ')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('students.cancel')}
        </Button>
        <Button color="oxblood" loading={request.isPending} onClick={() => request.mutate()}>
          {t('students.delete')}
        </Button>
      </Group>
    </Modal>
  );
}
