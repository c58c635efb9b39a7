import { Button, Group, Modal, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { announce } from '../../../ui/announce.ts';
import { notify } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/states.tsx';
import { fileName } from '../notes/export-notes.ts';
import { citedBookQuery } from './api.ts';
import { CITATION_STYLES, type CitationStyle, cite } from './citation.ts';
import classes from './cite-dialog.module.css';

/** Formats that reference managers import as files. */
const FILES: Readonly<Partial<Record<CitationStyle, { type: string; ending: string }>>> = {
  ris: { type: 'application/x-research-info-systems', ending: '.ris' },
  bibtex: { type: 'application/x-bibtex', ending: '.bib' },
};
/** How long the button says that the citation was copied (milliseconds). */
const COPIED_MS = 2000;

/** A page of a book as a citation, to copy or to save. */
export function CiteDialog({
  bookId,
  pageNumber,
  pageLabel,
  copyText,
  onClose,
}: {
  bookId: string;
  pageNumber: number;
  pageLabel: string;
  /** Resolves to false if the browser refused. */
  copyText: (text: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation('cite');
  const { t: tShell } = useTranslation('shell');
  useReturnsFocus();
  const { data: book, error, refetch } = useQuery(citedBookQuery(bookId));
  const [style, setStyle] = useState<CitationStyle>('vancouver');
  const [citedOn] = useState(() => new Date());
  const text =
    book &&
    cite(
      {
        title: book.title,
        author: book.author,
        edition: book.edition,
        publisher: book.publisher?.name ?? null,
        year: book.release_date.slice(0, 4),
        isbn: book.isbn_electronic ?? book.isbn_print,
        doi: book.doi,
        language: book.language,
        page: pageLabel,
        url: `${window.location.origin}${paths.bookViewer.to(bookId, pageNumber)}`,
        citedOn,
      },
      style,
    );
  const file = FILES[style];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { page: pageLabel })}
      size="lg"
      closeButtonProps={{ 'aria-label': tShell('menu.close') }}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('style')}
        value={style}
        onChange={(value) => setStyle(value as CitationStyle)}
        data={CITATION_STYLES.map((value) => ({ value, label: t(`styles.${value}`) }))}
      />
      {error && !book ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !book || text === undefined ? (
        <Skeleton h={120} mt="md" />
      ) : (
        <>
          {/* The keyboard scrolls a long one. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region takes the focus */}
          <pre className={classes.text} data-file={file ? '' : undefined} dir="auto" tabIndex={0}>
            {text.trim()}
          </pre>
          {style === 'apa' && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('apaHint')}
            </Text>
          )}
          <Group mt="md">
            <CopyButton text={text.trim()} copyText={copyText} />
            {file && (
              <Button
                variant="default"
                onClick={() =>
                  saveFile(
                    new Blob([text], { type: `${file.type};charset=utf-8` }),
                    fileName(`${book.title} p ${pageLabel}`, file.ending),
                  )
                }
              >
                {t('save', { ending: file.ending })}
              </Button>
            )}
          </Group>
        </>
      )}
    </Modal>
  );
}

function CopyButton({ text, copyText }: { text: string; copyText: (text: string) => Promise<boolean> }) {
  const { t } = useTranslation('cite');
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (!(await copyText(text))) return notify('info', t('notCopied'));
    setCopied(text);
    announce(t('copied'));
  };
  return <Button onClick={() => void copy()}>{t(copied === text ? 'copied' : 'copy')}</Button>;
}
