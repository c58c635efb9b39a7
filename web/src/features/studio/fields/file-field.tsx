import { Button, FileButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../lib/format-size.ts';
import { workOptions } from '../api.ts';
import { sendFiles } from '../desk/attachments.ts';
import type { FieldSpec } from './field-spec.ts';
import classes from './fields.module.css';
import { useForm } from './form-context.ts';
import { useField } from './use-field.ts';

/** A file of the work: its name, its picture, and a button to replace it. */
export function FileField({
  path,
  field: { accept },
}: {
  path: Path;
  field: Extract<FieldSpec, { kind: 'file' }>;
}) {
  const { t, i18n } = useTranslation('studio');
  const { workId } = useForm();
  const { value, label, mayEdit, set } = useField(path);
  const { data } = useQuery(workOptions(workId));
  const id = useId();
  const file = data?.files.find((each) => each.path === value);
  return (
    <fieldset className={classes.file} aria-labelledby={id}>
      <Text component="span" id={id} size="sm" fw={500}>
        {label}
      </Text>
      {file?.address && <img src={file.address} alt="" loading="lazy" />}
      {typeof value === 'string' && (
        <Text component="span" size="sm" c="dimmed" className={classes.fileName}>
          <bdi>{file?.original_name ?? value}</bdi>
          {file && ` · ${formatSize(file.bytes, i18n.language)}`}
        </Text>
      )}
      {mayEdit && (
        <span className={classes.acts}>
          <FileButton
            accept={accept}
            onChange={(chosen) => chosen && sendFiles([chosen], { workId, target: { kind: 'field', path } })}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                aria-label={`${t(value ? 'file.replace' : 'file.choose')} ${label}`}
              >
                {t(value ? 'file.replace' : 'file.choose')}
              </Button>
            )}
          </FileButton>
          {typeof value === 'string' && (
            <Button
              variant="subtle"
              size="xs"
              aria-label={`${t('file.remove')} ${label}`}
              onClick={() => set(undefined)}
            >
              {t('file.remove')}
            </Button>
          )}
        </span>
      )}
    </fieldset>
  );
}
