import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { workQuestionsCalls } from '@vesalius/contract/work-questions-calls';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { saveAnswer } from '../../../lib/save-file.ts';
import { notify } from '../../../ui/notify.ts';
import { useDesk } from '../desk/desk-context.ts';
import { homesOf, questionsAt } from './question-operations.ts';
import { problemsOf } from './question-problems.ts';
import { useErrorToast } from './use-error-toast.ts';

const FORMATS = { qti: 'zip', csv: 'csv' } as const;
type Format = keyof typeof FORMATS;

/** Exports this list or the whole book as files for other systems. Unfinished questions are left out, and counted. */
export function ExportMenu({ list }: { list: Path }) {
  const { t, i18n } = useTranslation('questions');
  const { document, workId, pageCount } = useDesk();
  const tell = useErrorToast();
  const lists = homesOf(document).map(({ path }) => path);
  const unfinishedIn = (each: Path) =>
    questionsAt(document, each).filter(
      (question) => problemsOf(question, { pageCount, sections: null }).length > 0,
    ).length;
  const save = useMutation({
    mutationFn: async ({ format, isWhole }: { format: Format; isWhole: boolean }) => {
      const call = workQuestionsCalls.exportQuestions;
      const query = { format, ...(isWhole ? {} : { list: list.join('/') }) };
      const slug = typeof document.slug === 'string' ? document.slug : 'questions';
      await saveAnswer(
        { ...call, path: call.path.replace(':id', workId) },
        query,
        `${slug}-questions.${FORMATS[format]}`,
      );
      return (isWhole ? lists : [list]).reduce((sum, each) => sum + unfinishedIn(each), 0);
    },
    onSuccess: (count) => {
      if (count > 0)
        notify('info', t('export.unfinished', { count, number: formatNumber(count, i18n.language) }));
    },
    onError: tell,
  });
  const item = (format: Format, isWhole: boolean) => (
    <Menu.Item
      disabled={!isWhole && questionsAt(document, list).length === 0}
      onClick={() => save.mutate({ format, isWhole })}
    >
      {t(isWhole ? 'export.book' : 'export.list', { format: t(`export.${format}`) })}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" loading={save.isPending}>
          {t('export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('qti', false)}
        {item('csv', false)}
        {item('qti', true)}
        {item('csv', true)}
      </Menu.Dropdown>
    </Menu>
  );
}
