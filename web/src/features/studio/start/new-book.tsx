import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../lib/api-client.ts';
import { newId } from '../../../lib/new-id.ts';
import { paths } from '../../../lib/paths.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { studioApi } from '../api.ts';
import { sendFiles } from '../desk/attachments.ts';
import { titleOf } from '../desk/file-becomes.ts';
import { shortId } from '../fields/field-spec.ts';
import { PdfDrop } from './pdf-drop.tsx';

const MAX_SLUG = 60;

/** The slug of a title; a slug that is taken, or has no Latin letter, gets random letters. */
function slugOf(title: string): string {
  const words = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_SLUG)
    .replace(/-+$/, '');
}

/** A book begins with its PDF, or without one. */
export function NewBook() {
  const { t } = useTranslation('studio');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const reason = useErrorText(error ?? undefined);
  async function begin(pdf: File | null): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const title = (pdf && titleOf(pdf.name)) || t('works.untitled');
      const id = await createWork(title);
      if (pdf) sendFiles([pdf], { workId: id, target: { kind: 'field', path: ['pdf'] } });
      await navigate(pdf ? paths.studioStart.to(id) : paths.studioWork.to(id), { replace: true });
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <PdfDrop isBusy={isBusy} onPdf={(pdf) => void begin(pdf)} />
      {reason && (
        <Alert color="oxblood" mt="md" role="alert">
          {reason}
        </Alert>
      )}
      <Button variant="subtle" mt="md" loading={isBusy} onClick={() => void begin(null)}>
        {t('new.withoutPdf')}
      </Button>
    </>
  );
}

async function createWork(title: string): Promise<string> {
  const id = newId();
  const slug = slugOf(title);
  try {
    return (await studioApi.createWork({ body: { id, slug: slug || `book-${shortId()}`, title } })).id;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'slug_taken') throw error;
    const other = `${slug || 'book'}-${shortId().slice(0, 6)}`;
    return (await studioApi.createWork({ body: { id, slug: other, title } })).id;
  }
}
