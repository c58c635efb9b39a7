import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';
import { useReader } from './model/reader-model.ts';
import { labelOf } from './page-labels.ts';
import classes from './way-back.module.css';

/** After a jump: back to the page that was being read. */
export const WayBack = memo(function WayBack() {
  const { t } = useTranslation('reader');
  const { leftPage, goBack, stay } = useReader('place');
  const { labels } = useReader('book');
  const { focusPages } = useReader('focus');
  if (leftPage === null) return null;
  const leave = (act: () => void) => () => {
    act();
    focusPages();
  };
  return (
    <div className={classes.chip} data-over-foot>
      <button type="button" onClick={leave(goBack)}>
        {t('wayBack.to', { page: labelOf(leftPage, labels) })}
      </button>
      <button type="button" aria-label={t('wayBack.stay')} onClick={leave(stay)}>
        <Icon name="close" />
      </button>
    </div>
  );
});
