import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icons.tsx';
import { useReader } from '../model/reader-model.ts';
import classes from './turned.module.css';

/** Below a screen of turned pages: the buttons that turn. The next screen is on the side to which the book is read. */
export const TurnBar = memo(function TurnBar() {
  const { t } = useTranslation('reader');
  const { turns, scrollBy } = useReader('pages');
  // A button keeps the focus at the ends of the text.
  return (
    <div className={classes.turns}>
      <button type="button" aria-disabled={turns?.back === false} onClick={() => scrollBy(-1)}>
        <Icon name="back" />
        <span dir="auto">{t('text.previousScreen')}</span>
      </button>
      <button type="button" aria-disabled={turns?.on === false} onClick={() => scrollBy(1)}>
        <span dir="auto">{t('text.nextScreen')}</span>
        <Icon name="on" />
      </button>
    </div>
  );
});
