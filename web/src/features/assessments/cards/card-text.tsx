import type { Card } from '@vesalius/contract/cards';
import { clozeParts } from '@vesalius/contract/cards-limits';
import { useTranslation } from 'react-i18next';
import classes from './cards.module.css';

/** The first side of a card; `isOpen` shows the hidden parts of a cloze. */
export function CardFront({ card, isOpen }: { card: Card; isOpen: boolean }) {
  const { t } = useTranslation('cards');
  const parts = card.kind === 'cloze' ? clozeParts(card.front) : [card.front];
  return (
    <p className={classes.front} lang={card.book.language} dir="auto">
      {parts.map((part, index) => {
        const key = `${index} ${part}`;
        if (index % 2 === 0) return <span key={key}>{part}</span>;
        return isOpen ? (
          <mark key={key} className={classes.hidden}>
            {part}
          </mark>
        ) : (
          <span key={key} className={classes.gap} role="img" aria-label={t('gap')}>
            […]
          </span>
        );
      })}
    </p>
  );
}

export const CardBack = ({ card }: { card: Card }) =>
  card.back ? (
    <p className={classes.back} dir="auto">
      {card.back}
    </p>
  ) : null;
