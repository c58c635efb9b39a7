import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { notifyError } from '../../ui/notify.ts';
import { type StudentFilter, type StudentRows, studentsPage } from './api.ts';

/** Selects the students of all pages of the list. */
export function SelectWholeList({
  programId,
  filter,
  count,
  onSelect,
}: {
  programId: string;
  filter: Omit<StudentFilter, 'page'>;
  count: number;
  onSelect: (rows: StudentRows) => void;
}) {
  const { t, i18n } = useTranslation('programs');
  const request = useMutation({
    mutationFn: async () => {
      const rows: StudentRows[number][] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await studentsPage(programId, { ...filter, page }, { items: PAGE_SIZE.maximum });
        rows.push(...answer.data);
        pages = answer.metadata.pages;
      }
      return rows;
    },
    onSuccess: onSelect,
    onError: async (error) =>
      notifyError(await actErrorText(error, i18n.language, t('students.selectListFailed'))),
  });
  return (
    <Button variant="subtle" size="compact-sm" loading={request.isPending} onClick={() => request.mutate()}>
      {t('students.selectList', { number: count })}
    </Button>
  );
}
