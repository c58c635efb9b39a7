import { ActionIcon, Group, Input } from '@mantine/core';
import type { ListedBook } from '@vesalius/contract/publishing-admin';
import { ArrowDown, ArrowUp, X } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announce.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Choice, SearchSelect } from '../../ui/search-choice.tsx';
import { bookChoices } from './api.ts';
import classes from './catalogue.module.css';

interface ChosenBook extends Pick<ListedBook, 'id' | 'title'> {
  /** Unknown for a book that was just selected. */
  readonly state?: ListedBook['state'];
}

/** An ordered list of books. Buttons change the order, so it works by keyboard and on a phone. */
export function BookOrder({
  label,
  description,
  known,
  value = [],
  onChange,
  error,
}: {
  label: string;
  description?: ReactNode;
  known: readonly ListedBook[];
  value?: string[];
  onChange?: (ids: string[]) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('listings');
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState<readonly ChosenBook[]>([]);
  const bookOf = (id: string): ChosenBook =>
    [...known, ...added].find((book) => book.id === id) ?? { id, title: id };
  /** A new key empties the search field for the next book. */
  const [turn, setTurn] = useState(0);
  const adder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turn > 0) adder.current?.querySelector('input')?.focus();
  }, [turn]);
  const add = (id: string | null, choice: Choice | null) => {
    if (!id || !choice) return;
    setTurn((now) => now + 1);
    if (value.includes(id)) return;
    const title = choice.label;
    setAdded((books) => [...books, { id, title }]);
    onChange?.([...value, id]);
    announce(t('books.added', { title }));
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...value];
    const [id] = next.splice(index, 1);
    if (id === undefined) return;
    next.splice(index + by, 0, id);
    onChange?.(next);
    announce(t('books.moved', { title: bookOf(id).title, place: index + by + 1, count: value.length }));
  };
  const remove = (index: number) => {
    const id = value[index];
    if (id === undefined) return;
    onChange?.(value.filter((each) => each !== id));
    announce(t('books.removed', { title: bookOf(id).title }));
    const buttons = list.current?.querySelectorAll<HTMLElement>('button[data-remove]');
    const next = buttons?.[index === value.length - 1 ? index - 1 : index + 1];
    (next ?? adder.current?.querySelector('input'))?.focus();
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <ul ref={list} className={classes.books}>
        {value.map(bookOf).map(({ id, title, state }, index) => (
          <li key={id}>
            <span>
              <bdi>{title}</bdi>
              {state && state !== 'published' && <small>{t(`state.${state}`)}</small>}
            </span>
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="ink"
                size="lg"
                aria-label={t('books.up', { title })}
                aria-disabled={index === 0}
                onClick={() => index > 0 && move(index, -1)}
              >
                <Icon icon={ArrowUp} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="ink"
                size="lg"
                aria-label={t('books.down', { title })}
                aria-disabled={index === value.length - 1}
                onClick={() => index < value.length - 1 && move(index, 1)}
              >
                <Icon icon={ArrowDown} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="ink"
                size="lg"
                data-remove
                aria-label={t('books.remove', { title })}
                onClick={() => remove(index)}
              >
                <Icon icon={X} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
      <div ref={adder}>
        <SearchSelect
          key={turn}
          label={t('books.add')}
          source={bookChoices}
          value={null}
          without={value}
          onChange={add}
        />
      </div>
    </Input.Wrapper>
  );
}
