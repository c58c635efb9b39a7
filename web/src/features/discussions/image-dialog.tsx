import { Button, FileInput, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { UPLOAD_IMAGE_TYPES } from '@vesalius/contract/discussions-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { uploadPicture } from '../../product/upload-picture.ts';
import { notifyError } from '../../ui/notify.ts';

/** Uploads an image with an alternative text. */
export function ImageDialog({
  onInsert,
  onClose,
}: {
  onInsert: (image: { src: string; alt: string }) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('discussions');
  useReturnsFocus();
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file, 'topic_image'),
    onSuccess: (src) => onInsert({ src, alt: alt.trim() }),
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('editor.imageFailed'))),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editor.image')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <Stack>
        <FileInput
          label={t('editor.imageFile')}
          accept={UPLOAD_IMAGE_TYPES.join(',')}
          value={file}
          onChange={setFile}
        />
        <TextInput
          label={t('editor.imageAlt')}
          description={t('editor.imageAltHint')}
          value={alt}
          maxLength={200}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={!file || alt.trim() === ''}
            loading={upload.isPending}
            onClick={() => file && upload.mutate(file)}
          >
            {t('editor.imageInsert')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
