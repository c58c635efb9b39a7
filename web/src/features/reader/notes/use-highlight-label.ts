import type { Annotation } from '@vesalius/contract/reader';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The number of characters of a note or passage in the name of its button. */
const NAMED = 80;

/** The name of the button of a highlight or note. */
export function useHighlightLabel(): (annotation: Annotation) => string {
  const { t } = useTranslation('reader');
  return useCallback(
    ({ note }: Annotation) =>
      note.text
        ? t('notes.open', { text: note.text.slice(0, NAMED) })
        : t('notes.openHighlight', { text: note.quote.slice(0, NAMED) }),
    [t],
  );
}
