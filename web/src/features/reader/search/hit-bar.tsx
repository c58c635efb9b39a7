import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../model/reader-model.ts';
import { ToolButton } from '../tool-button.tsx';
import classes from './search.module.css';
import { useHitPosition } from './use-hit-position.ts';

/** Above the pages while the list of hits is closed: which hit is shown, and the way to the others. */
export const HitBar = memo(function HitBar() {
  const { t } = useTranslation('reader');
  const { view, isPhone } = useReader('view');
  const { sheet } = useReader('overlays');
  const { setText } = useReader('search');
  const { step } = useReader('hits');
  const { focusPages } = useReader('focus');
  const position = useHitPosition();
  const isListOpen = isPhone ? sheet === 'search' : view.panelOpen && view.tab === 'search';
  const said = isListOpen ? null : position;
  const clear = () => {
    setText('');
    focusPages();
  };
  // The region is there before its text: otherwise the first hit would not be announced.
  return (
    <div className={classes.hitBar} data-bar data-empty={said === null || undefined}>
      <span role="status">{said}</span>
      {said && (
        <span>
          <ToolButton icon="up" label={t('search.previous')} onClick={() => step(-1)} />
          <ToolButton icon="down" label={t('search.next')} onClick={() => step(1)} />
          <ToolButton icon="close" label={t('search.clear')} onClick={clear} />
        </span>
      )}
    </div>
  );
});
