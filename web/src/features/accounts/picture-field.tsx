import { Button, FileButton, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '@vesalius/contract/uploads';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { uploadPicture } from '../../product/upload-picture.ts';
import classes from './accounts.module.css';

/** Uploads one JPEG or PNG at once and shows the server's rendition. */
export function PictureField({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (link: string | null) => void;
}) {
  const { t, i18n } = useTranslation(['accounts', 'fields']);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file, 'avatar'),
    onSuccess: onChange,
    onError: async (error) => setProblem(await errorText(error, i18n.language)),
  });
  const choose = (file: File | null) => {
    setProblem(null);
    if (!file) return;
    if (!(UPLOAD_TYPES as readonly string[]).includes(file.type)) setProblem(t('fields:text.imageType'));
    else if (file.size > UPLOAD_MAX_BYTES) setProblem(t('fields:text.imageSize'));
    else upload.mutate(file);
  };
  return (
    <Input.Wrapper
      label={t('label.optional', { label: t('label.picture') })}
      error={problem}
      labelElement="div"
    >
      <div className={classes.picture}>
        {value ? (
          <img src={value} alt={t('label.picture')} width={88} height={88} />
        ) : (
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <circle cx="16" cy="12.5" r="5" fill="currentColor" />
            <path d="M6 28a10 10 0 0 1 20 0z" fill="currentColor" />
          </svg>
        )}
        <Group gap="xs">
          <FileButton
            accept={UPLOAD_TYPES.join(',')}
            onChange={choose}
            inputProps={{ 'aria-label': t('label.picture') }}
          >
            {(props) => (
              <Button variant="default" size="sm" loading={upload.isPending} {...props}>
                {t(value ? 'picture.change' : 'picture.choose')}
              </Button>
            )}
          </FileButton>
          {value && (
            <Button variant="subtle" color="ink" size="sm" onClick={() => onChange(null)}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
}
