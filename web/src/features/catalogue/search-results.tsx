import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/formats.ts';
import { directionOfParts } from '../../lib/text-direction.ts';
import { TextParts } from '../../ui/text-parts.tsx';
import classes from './catalogue-search.module.css';
import type { SearchGroup, SearchOption } from './search-groups.ts';

/** The grouped list below the search field. Options are numbered across all groups. */
export function SearchResults({
  id,
  groups,
  active,
  shown,
  state,
  onPick,
}: {
  id: string;
  groups: readonly SearchGroup[];
  active: number;
  shown: boolean;
  state: 'searching' | 'done' | 'failed';
  onPick: (to: string) => void;
}) {
  const { t } = useTranslation('catalogue');
  const count = groups.reduce((sum, group) => sum + group.options.length, 0);
  const similar = groups.find(({ replaced = [] }) => replaced.length > 0);
  let number = -1;
  return (
    <>
      <span className="visually-hidden" role="status">
        {shown && state === 'done' ? t('search.found', { count }) : ''}
        {shown && state === 'done' && similar && (
          <>
            {'. '}
            <GroupTitle group={similar} />
          </>
        )}
      </span>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('search.results')}
        className={classes.results}
        hidden={!shown}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <div id={`${id}-${group.name}`} className={classes.group}>
              <GroupTitle group={group} />
            </div>
            {group.options.map((option) => {
              number += 1;
              return (
                <Option
                  key={option.key}
                  id={`${id}-${number}`}
                  option={option}
                  active={number === active}
                  onPick={onPick}
                />
              );
            })}
          </div>
        ))}
        {shown && count === 0 && (
          <p className={classes.nothing} role="presentation">
            {state === 'failed' ? t('search.failed') : t('search.nothing')}
          </p>
        )}
      </div>
    </>
  );
}

/** The kind of a group and, for passages with similar words, which words they contain. */
export function GroupTitle({ group: { name, replaced = [] } }: { group: SearchGroup }) {
  const { t, i18n } = useTranslation('catalogue');
  if (replaced.length === 0) return t(`search.${name}`);
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' });
  return t('search.similar', {
    typed: list.format(replaced.map(({ typed }) => t('search.quoted', { word: typed }))),
    used: list.format(replaced.flatMap(({ used }) => used)),
  });
}

function Option({
  id,
  option,
  active,
  onPick,
}: {
  id: string;
  option: SearchOption;
  active: boolean;
  onPick: (to: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.option}
      ref={(element) => {
        if (active) element?.scrollIntoView?.({ block: 'nearest' });
      }}
      // Keeps the focus in the field; the click then opens the option.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(option.to)}
    >
      {option.cover && <Thumb cover={option.cover} />}
      <HitText option={option} />
    </div>
  );
}

/** The matching text and its location. */
export function HitText({ option }: { option: SearchOption }) {
  const { t } = useTranslation('catalogue');
  return (
    <span className={classes.optionText}>
      <span
        className={classes.optionTitle}
        dir={typeof option.title === 'string' ? 'auto' : directionOfParts(option.title)}
        data-excerpt={typeof option.title !== 'string' || undefined}
      >
        {typeof option.title === 'string' ? option.title : <TextParts parts={option.title} />}
      </span>
      {option.excerpt && (
        <span className={classes.excerpt} dir={directionOfParts(option.excerpt)} data-excerpt>
          <TextParts parts={option.excerpt} />
        </span>
      )}
      <span className={classes.context}>
        {option.context && <bdi>{option.context}</bdi>}
        {option.books !== undefined && t('search.books_of_author', { count: option.books })}
        {option.kind && <span>{t(`search.kind.${option.kind}`)}</span>}
        {option.seconds !== undefined && <bdi>{formatDuration(option.seconds)}</bdi>}
        {option.page !== undefined && <span>{t('search.page', { page: option.page })}</span>}
        {option.locked && <span>{t('search.locked', { page: PREVIEW_LAST_PAGE + 1 })}</span>}
      </span>
    </span>
  );
}

/** A missing cover is replaced by a plain one here, too. */
function Thumb({ cover }: { cover: string }) {
  const [missing, setMissing] = useState(false);
  if (missing) return <span className={classes.thumb} data-missing="true" />;
  return <img className={classes.thumb} src={cover} alt="" loading="lazy" onError={() => setMissing(true)} />;
}
