import { useQuery } from '@tanstack/react-query';
import { MAX_QUESTION_LENGTH } from '@vesalius/contract/constants';
import { Search } from 'lucide';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { SEARCH_MIN_LENGTH, searchQuery } from './api.ts';
import classes from './catalogue-search.module.css';
import { groupsOf } from './search-groups.ts';
import { SearchResults } from './search-results.tsx';
import { useDelayed } from './use-delayed.ts';

/**
 * The delay after a key press: long enough to search once per quickly typed word, short enough to feel immediate
 * (milliseconds).
 */
const DELAY_MS = 140;

/**
 * A search field with suggestions: arrows choose, Enter opens, Escape closes; Enter without a selected option lists the
 * books.
 */
export function CatalogueSearch({
  large = false,
  inline = false,
  initial = '',
  onOpen,
}: {
  large?: boolean;
  /** In the search dialog: results are below the field, and Escape closes the dialog. */
  inline?: boolean;
  /** What was searched for on this page. */
  initial?: string;
  /** Called after an option was opened. */
  onOpen?: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const navigate = useNavigate();
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(initial);
  const [shownTerm, setShownTerm] = useState(initial);
  if (shownTerm !== initial) {
    setShownTerm(initial);
    setText(initial);
  }
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const term = useDelayed(text.trim(), DELAY_MS);
  const { data, isFetching, isError } = useQuery(searchQuery(session, open || inline ? term : ''));
  const typed = text.trim().length >= SEARCH_MIN_LENGTH;
  const groups = typed && data ? groupsOf(data) : [];
  const options = groups.flatMap((group) => group.options);
  const shown = (open || inline) && typed && (data !== undefined || isError);

  const go = (to: string) => {
    setOpen(false);
    setActive(-1);
    onOpen?.();
    void navigate(to);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = shown ? options[active] : undefined;
    if (chosen) go(chosen.to);
    else if (text.trim() !== '') go(paths.books.to({ search_term: text.trim() }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown && !inline) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setOpen(true);
    // -1 is the field itself, so that the user can return to the typed text.
    setActive((now) => ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` does not submit; this form does
    <form
      ref={root}
      role="search"
      className={classes.search}
      data-large={large || undefined}
      data-inline={inline || undefined}
      onSubmit={onSubmit}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Icon icon={Search} size={18} className={classes.icon} />
      <input
        className={classes.field}
        type="search"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_QUESTION_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {large && (
        <button type="submit" className={classes.submit}>
          {t('search.submit')}
        </button>
      )}
      <SearchResults
        id={id}
        groups={groups}
        active={active}
        shown={shown}
        state={isError ? 'failed' : isFetching ? 'searching' : 'done'}
        onPick={go}
      />
    </form>
  );
}
