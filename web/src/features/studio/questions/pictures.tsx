import { ActionIcon, Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Path } from '@vesalius/contract/working-copy-document';
import { ImagePlus } from 'lucide';
import type { ClipboardEvent, DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { workOptions } from '../api.ts';
import { sendFiles } from '../desk/attachments.ts';
import { shortId } from '../fields/field-spec.ts';
import { useForm } from '../fields/form-context.ts';
import { useField } from '../fields/use-field.ts';
import classes from './questions.module.css';

const FOLDER = 'questions';
const isPicture = ({ type }: File) => type.startsWith('image/');

/** Pictures from the clipboard all have the same name; each needs a unique one in the list of uploads. */
const named = (file: File): File =>
  /^image\.\w+$/.test(file.name)
    ? new File([file], file.name.replace('image', `picture-${shortId()}`), { type: file.type })
    : file;

const send = (file: File, workId: string, path: Path): void =>
  sendFiles([named(file)], { workId, target: { kind: 'field', path }, folder: FOLDER });

/** Accepts a picture by paste and drop, and puts it into a field. */
export function useTakesPicture(path: Path) {
  const { workId, mayEdit } = useForm();
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined): void => {
    const picture = mayEdit ? [...(files ?? [])].find(isPicture) : undefined;
    if (!picture) return;
    event.preventDefault();
    event.stopPropagation();
    send(picture, workId, path);
  };
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
    onDragOver: (event: DragEvent) => {
      if (mayEdit && event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => take(event, event.dataTransfer.files),
  };
}

/** The addresses of the work's pictures, by their paths. */
export function usePictureAddress(): (path: unknown) => string | null {
  const { workId } = useForm();
  const { data } = useQuery(workOptions(workId));
  return (path) => data?.files.find((each) => each.path === path)?.address ?? null;
}

/** The button that adds a picture where there is none. */
export function AddPicture({ path, of }: { path: Path; of: string }) {
  const { t } = useTranslation('questions');
  const { value, mayEdit } = useField(path);
  const { workId } = useForm();
  if (!mayEdit || typeof value === 'string') return null;
  return (
    <FileButton accept="image/*" onChange={(file) => file && send(file, workId, path)}>
      {(props) => (
        <ActionIcon
          {...props}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`${t('picture.add')}: ${of}`}
          title={t('picture.add')}
        >
          <Icon icon={ImagePlus} size={16} />
        </ActionIcon>
      )}
    </FileButton>
  );
}

/** A picture, and the buttons that choose, change and remove it. */
export function PictureField({ path, of }: { path: Path; of: string }) {
  const { t } = useTranslation('questions');
  const { workId } = useForm();
  const { value, mayEdit, set } = useField(path);
  const addressOf = usePictureAddress();
  const address = addressOf(value);
  const hasPicture = typeof value === 'string';
  if (!hasPicture && !mayEdit) return null;
  return (
    <span className={classes.picture} data-field={path.join('/')}>
      {address && <img src={address} alt={t('picture.of', { of })} />}
      {hasPicture && !address && <bdi>{value}</bdi>}
      {mayEdit && (
        <FileButton accept="image/*" onChange={(file) => file && send(file, workId, path)}>
          {(props) => (
            <Button {...props} variant="subtle" size="compact-xs" aria-label={`${action(hasPicture)}: ${of}`}>
              {action(hasPicture)}
            </Button>
          )}
        </FileButton>
      )}
      {mayEdit && hasPicture && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`${t('picture.remove')}: ${of}`}
          onClick={() => set(undefined)}
        >
          {t('picture.remove')}
        </Button>
      )}
    </span>
  );

  function action(isChange: boolean): string {
    return t(isChange ? 'picture.change' : 'picture.add');
  }
}
