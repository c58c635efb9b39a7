import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { notifyError } from '../../ui/notify.ts';
import { certificatesApi } from './api.ts';
import { saveTranscript } from './transcript/save-transcript.ts';

/** All certificates in one document: a PDF or a spreadsheet. */
export function TranscriptButtons() {
  const { t, i18n } = useTranslation('certificates');
  const failed = async (error: Error) =>
    notifyError(await actErrorText(error, i18n.language, t('transcript.failed')));
  const pdf = useMutation({
    mutationFn: async () => saveTranscript(await certificatesApi.getTranscript({}), t, i18n.language),
    onError: failed,
  });
  const csv = useMutation({
    mutationFn: () => certificatesApi.downloadTranscriptCsv({}),
    onSuccess: (text) => saveFile(new Blob([String(text)], { type: 'text/csv' }), 'transcript.csv'),
    onError: failed,
  });
  return (
    <>
      <div>
        <Text fw={600}>{t('transcript.title')}</Text>
        <Text size="sm" c="dimmed">
          {t('transcript.text')}
        </Text>
      </div>
      <Group gap="sm">
        <Button variant="default" loading={pdf.isPending} onClick={() => pdf.mutate()}>
          {t('transcript.pdf')}
        </Button>
        <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
          {t('transcript.csv')}
        </Button>
      </Group>
    </>
  );
}
