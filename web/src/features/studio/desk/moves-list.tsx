import { Drawer } from '@mantine/core';
import { type MovedThing, PAGE_MOVE_STATES } from '@vesalius/contract/work-page-moves';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/formats.ts';
import { useFieldLabel } from '../fields/field-label.ts';
import { fieldAddress, fieldTrail } from '../publish/field-place.ts';
import classes from './moves-notice.module.css';

/** What moves from which page to which, and apart from it what has lost its page. Each line leads to its field. */
export function MovesList({
  workId,
  document,
  things,
  onClose,
}: {
  workId: string;
  document: Fields;
  things: readonly MovedThing[];
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('studio');
  const labelOf = useFieldLabel();
  const number = (page: number) => formatNumber(page, i18n.language);
  return (
    <Drawer
      opened
      position="right"
      title={t('follow.title')}
      closeButtonProps={{ 'aria-label': t('follow.close') }}
      // The field that a line leads to has the focus.
      returnFocus={false}
      onClose={onClose}
    >
      <p className={classes.hint}>{t('follow.hint')}</p>
      {PAGE_MOVE_STATES.toReversed().map((state) => {
        const own = things.filter((thing) => thing.state === state);
        if (own.length === 0) return null;
        return (
          <section key={state} aria-label={t(`follow.states.${state}`)}>
            <h3>{t(`follow.states.${state}`)}</h3>
            <ul className={classes.list}>
              {own.map(({ path, from, to }) => (
                <li key={path.join('/')}>
                  <Link to={fieldAddress(workId, path)} onClick={onClose}>
                    <bdi>{fieldTrail(document, path, labelOf).join(t('follow.trail'))}</bdi>
                  </Link>
                  <p>
                    {to === null
                      ? t('follow.from', { from: number(from) })
                      : t('follow.fromTo', { from: number(from), to: number(to) })}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Drawer>
  );
}
