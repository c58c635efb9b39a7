import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announce.ts';
import type { View } from './view.ts';

/**
 * Announces to screen readers that the view or the size of the text has changed. `isSaid`: a dialog says the size
 * itself.
 */
export function useViewAnnouncement({ mode, text: { size } }: View, isSaid: boolean): void {
  const { t } = useTranslation('reader');
  const said = useRef({ mode, size });
  useEffect(() => {
    const before = said.current;
    said.current = { mode, size };
    if (before.mode !== mode) announce(t(mode === 'text' ? 'text.view' : 'text.pages'));
    else if (before.size !== size && !isSaid) announce(t('text.menu', { percent: size }));
  }, [mode, size, isSaid, t]);
}
