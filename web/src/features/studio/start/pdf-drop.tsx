import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/notify.ts';
import classes from './start.module.css';

const isPdf = ({ name, type }: File) => type === 'application/pdf' || /\.pdf$/i.test(name);

/** The area where the PDF of a book is dropped or chosen. */
export function PdfDrop({ isBusy, onPdf }: { isBusy: boolean; onPdf: (pdf: File) => void }) {
  const { t } = useTranslation('studio');
  const [isOver, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    if (isPdf(file)) onPdf(file);
    else notifyError(t('new.notPdf', { name: file.name }));
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
        take(event.dataTransfer.files[0]);
      }}
    >
      <p>{t('new.drop')}</p>
      <FileButton accept="application/pdf,.pdf" onChange={take}>
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
