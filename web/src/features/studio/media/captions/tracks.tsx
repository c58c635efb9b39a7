import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { entriesOf, entryPath, type Fields, idOf, type Path } from '@vesalius/contract/working-copy-document';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../lib/error-text.ts';
import { languageName } from '../../../../lib/language-tags.ts';
import { notifyError } from '../../../../ui/notify.ts';
import { workFilesApi, workOptions } from '../../api.ts';
import { sendFiles } from '../../desk/attachments.ts';
import { shortId } from '../../fields/field-spec.ts';
import { useForm } from '../../fields/form-context.ts';
import { addEntry } from '../../fields/set-field.ts';
import classes from '../media.module.css';

const LISTS = ['captions', 'descriptions'] as const;
type List = (typeof LISTS)[number];

interface TracksProps {
  readonly at: Path;
  readonly lecture: Fields;
  readonly opened: Path | null;
  readonly onOpen: (track: Path) => void;
}

/** The languages of a lecture's captions, and buttons to add more. */
export const Tracks = (props: TracksProps) => (
  <>
    {LISTS.map((list) => (
      <TrackList key={list} list={list} {...props} />
    ))}
  </>
);

function TrackList({ list, at, lecture, opened, onOpen }: TracksProps & { list: List }) {
  const { t, i18n } = useTranslation('videos');
  const { workId, document, mayEdit, change } = useForm();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const tracks = entriesOf(lecture[list]).filter(({ file }) => typeof file === 'string');
  const path: Path = [...at, list];
  const title = t(list === 'captions' ? 'captions.title' : 'captions.titleDescriptions');
  const begin = useMutation({
    mutationFn: (language: string) => {
      const name = `${typeof lecture.title === 'string' ? lecture.title : 'lecture'}.${language}.vtt`;
      const body = { name: name.slice(-200), cues: [] };
      return workFilesApi.storeWorkCaptions({ params: { id: workId }, body });
    },
    onSuccess: (file, language) => {
      void client.invalidateQueries(workOptions(workId));
      const entry = { _id: shortId(), language, file: file.path };
      const last = entriesOf(lecture[list]).at(-1);
      change(addEntry(document, path, entry, last ? idOf(last) : null));
      onOpen(entryPath(path, entry._id));
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  const send = (files: readonly File[]) =>
    files.length > 0 && sendFiles(files, { workId, target: { kind: 'tracks', path } });
  const dragged = (event: DragEvent) => {
    if (!mayEdit || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') send([...event.dataTransfer.files]);
  };
  if (!mayEdit && tracks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the button does the same
    <div
      className={classes.tracks}
      data-over={isOver || undefined}
      onDragOver={dragged}
      onDragLeave={() => setOver(false)}
      onDrop={dragged}
    >
      <h3>{title}</h3>
      <div className={classes.tools}>
        {tracks.map((track) => {
          const id = idOf(track) ?? '';
          const language = languageName(
            typeof track.language === 'string' ? track.language : '',
            i18n.language,
          );
          const isOpened = opened?.at(-1) === `#${id}` && opened.at(-2) === list;
          return (
            <Button
              key={id}
              size="xs"
              variant={isOpened ? 'filled' : 'default'}
              aria-pressed={isOpened}
              aria-label={t('captions.openLabel', { list: title, language })}
              onClick={() => onOpen(entryPath(path, id))}
            >
              {language}
            </Button>
          );
        })}
        {mayEdit && (
          <>
            <Button
              size="xs"
              variant="subtle"
              loading={begin.isPending}
              aria-label={t('captions.beginLabel', { list: title })}
              onClick={() => begin.mutate(typeof document.language === 'string' ? document.language : 'en')}
            >
              {t('captions.begin')}
            </Button>
            <FileButton multiple accept=".vtt,.srt" onChange={send}>
              {(props) => (
                <Button
                  {...props}
                  size="xs"
                  variant="subtle"
                  aria-label={t('captions.chooseLabel', { list: title })}
                >
                  {t('captions.choose')}
                </Button>
              )}
            </FileButton>
          </>
        )}
      </div>
      {mayEdit && tracks.length === 0 && <p className={classes.hint}>{t('captions.dropHint')}</p>}
    </div>
  );
}
