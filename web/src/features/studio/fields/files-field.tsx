import { Button, FileButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/notify.ts';
import { workOptions } from '../api.ts';
import { sendFiles } from '../desk/attachments.ts';
import type { FieldSpec } from './field-spec.ts';
import classes from './fields.module.css';
import { useForm } from './form-context.ts';
import { useLimits } from './limits.ts';
import { useField } from './use-field.ts';

/** Several files of the work in their order, with buttons to add and remove. */
export function FilesField({
  path,
  field: { accept, max },
}: {
  path: Path;
  field: Extract<FieldSpec, { kind: 'files' }>;
}) {
  const { t } = useTranslation('studio');
  const { workId } = useForm();
  const { value, label, mayEdit, set } = useField(path);
  const { data } = useQuery(workOptions(workId));
  const id = useId();
  const { full } = useLimits();
  const files = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return (
    <fieldset className={classes.file} aria-labelledby={id}>
      <Text component="span" id={id} size="sm" fw={500}>
        {label}
      </Text>
      {files.map((each) => {
        const file = data?.files.find(({ path: known }) => known === each);
        const name = file?.original_name ?? each;
        return (
          <span key={each} className={classes.acts}>
            {file?.address && <img src={file.address} alt={name} loading="lazy" />}
            {!file?.address && <bdi className={classes.fileName}>{name}</bdi>}
            {mayEdit && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('file.removeOne', { name })}
                onClick={() => {
                  const others = files.filter((other) => other !== each);
                  set(others.length > 0 ? others : undefined);
                }}
              >
                {t('file.remove')}
              </Button>
            )}
          </span>
        );
      })}
      {mayEdit && files.length >= max && <p className={classes.fixed}>{full(max)}</p>}
      {mayEdit && files.length < max && (
        <FileButton
          multiple
          accept={accept}
          onChange={(chosen) => {
            if (chosen.length > max - files.length) return notifyError(full(max));
            if (chosen.length > 0) sendFiles(chosen, { workId, target: { kind: 'files', path } });
          }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" aria-label={`${t('file.add')} ${label}`}>
              {t('file.add')}
            </Button>
          )}
        </FileButton>
      )}
    </fieldset>
  );
}
