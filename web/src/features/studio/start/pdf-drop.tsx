import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/notify.ts';
import classes from './start.module.css';

const isNamedPdf = ({ name, type }: File) => type === 'application/pdf' || /\.pdf$/i.test(name);
/** Where programs look for the beginning of a PDF (bytes). */
const HEADER_BYTES = 1024;
/** A file that cannot be read is not judged here. */
async function isPdfInside(file: File): Promise<boolean> {
  try {
    return (await file.slice(0, HEADER_BYTES).text()).includes('%PDF-');
  } catch {
    return true;
  }
}

/** The area where the PDF of a book is dropped or chosen. */
export function PdfDrop({ isBusy, onPdf }: { isBusy: boolean; onPdf: (pdf: File) => void }) {
  const { t } = useTranslation('studio');
  const [isOver, setOver] = useState(false);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    if (!isNamedPdf(file)) return notifyError(t('new.notPdf', { name: file.name }));
    if (await isPdfInside(file)) onPdf(file);
    else notifyError(t('new.notPdfInside', { name: file.name }));
  };
  return (
    <section
      className={classes.drop}
      aria-label={t('new.drop')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <p>{t('new.drop')}</p>
      <FileButton accept="application/pdf,.pdf" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} size="md" loading={isBusy}>
            {t('new.choose')}
          </Button>
        )}
      </FileButton>
      <p className={classes.hint}>{t('new.hint')}</p>
    </section>
  );
}
