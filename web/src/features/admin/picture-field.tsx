import { Button, FileButton, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '@vesalius/contract/uploads';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { uploadPicture } from '../../product/upload-picture.ts';
import classes from './catalogue.module.css';

/** Uploads one JPEG or PNG for the shop at once and shows the server's rendition. */
export function PictureField({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value?: string | null;
  onChange?: (link: string | null) => void;
  error?: ReactNode;
}) {
  const { t, i18n } = useTranslation(['listings', 'fields']);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file, 'listing_picture'),
    onSuccess: (link) => onChange?.(link),
    onError: async (failure) => setProblem(await errorText(failure, i18n.language)),
  });
  const choose = (file: File | null) => {
    setProblem(null);
    if (!file) return;
    if (!(UPLOAD_TYPES as readonly string[]).includes(file.type)) setProblem(t('fields:text.imageType'));
    else if (file.size > UPLOAD_MAX_BYTES) setProblem(t('fields:text.imageSize'));
    else upload.mutate(file);
  };
  return (
    <Input.Wrapper label={label} error={problem ?? error} labelElement="div">
      <div className={classes.picture}>
        {value && <img src={value} alt={label} />}
        <Group gap="xs">
          <FileButton accept={UPLOAD_TYPES.join(',')} onChange={choose} inputProps={{ 'aria-label': label }}>
            {(props) => (
              <Button variant="default" size="sm" loading={upload.isPending} {...props}>
                {t(value ? 'picture.change' : 'picture.choose')}
              </Button>
            )}
          </FileButton>
          {value && (
            <Button variant="subtle" color="ink" size="sm" onClick={() => onChange?.(null)}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
}
