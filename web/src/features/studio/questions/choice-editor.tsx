import { ActionIcon, Textarea } from '@mantine/core';
import { MAX_CHOICES, MIN_CHOICES } from '@vesalius/contract/studio-limits';
import { entryPath, type Fields, type Path } from '@vesalius/contract/working-copy-document';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { letterOf } from '../../../product/question/asked-question.ts';
import { announce } from '../../../ui/announce.ts';
import { Icon } from '../../../ui/icon.tsx';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { useForm } from '../fields/form-context.ts';
import { readingLook } from '../fields/reading-look.ts';
import { focusable, focusOn } from './focus-on.ts';
import { AddPicture, PictureField, useTakesPicture } from './pictures.tsx';
import { freshChoice, markRight, moveEntry } from './question-operations.ts';
import { choiceId, choicesOf, textOf } from './question-problems.ts';
import classes from './questions.module.css';
import { useText } from './use-text.ts';

interface ChoiceProps {
  /** The path of the question. */
  readonly at: Path;
  readonly question: Fields;
  readonly choice: Fields;
  readonly error: string | null;
  /** Called to continue after the last choice. */
  readonly onLast: () => void;
}

/** One choice: whether it is the right one, its text and its picture. */
export function ChoiceEditor({ at, question, choice, error, onLast }: ChoiceProps) {
  const { t } = useTranslation('questions');
  const { change } = useForm();
  const choices = choicesOf(question);
  const ids = choices.map(choiceId);
  const id = choiceId(choice);
  const index = ids.indexOf(id);
  const list: Path = [...at, 'choices'];
  const path = entryPath(list, id);
  const letter = letterOf(index);
  const name = t('choice.label', { letter });
  const { text, type, mayEdit } = useText([...path, 'answer']);
  const takes = useTakesPicture([...path, 'image']);
  const isEmpty = text.trim() === '' && textOf(choice.image) === '';
  const setRight = () => {
    const operations = markRight(at, question, id);
    if (operations.length > 0) change(...operations);
    announce(t('choice.isRight', { letter }));
  };
  const remove = (next: string | undefined) => {
    change({ op: 'remove', path });
    announce(t('choice.removed', { letter }));
    if (next !== undefined) focusOn(next);
  };
  const move = (by: -1 | 1) => {
    const operation = moveEntry(list, ids, id, by);
    if (operation) change(operation);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!mayEdit || event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && isEmpty && ids.length > MIN_CHOICES) {
      event.preventDefault();
      remove(index > 0 ? `choice ${ids[index - 1]}` : `choice ${ids[1]}`);
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      focusOn(`choice ${id}`);
      move(event.key === 'ArrowUp' ? -1 : 1);
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return setRight();
    const next = ids[index + 1];
    if (next) return focusOn(`choice ${next}`);
    if (isEmpty && ids.length > MIN_CHOICES) {
      remove(undefined);
      return onLast();
    }
    if (isEmpty || ids.length >= MAX_CHOICES) return onLast();
    const made = freshChoice();
    change({ op: 'insert', path: list, entry: made, after: id });
    focusOn(`choice ${choiceId(made)}`);
  };
  return (
    <li
      className={classes.choice}
      data-field={path.join('/')}
      data-right={choice.correct === true || undefined}
      {...takes}
    >
      <label className={classes.right}>
        <input
          type="radio"
          name={`right ${at.join('/')}`}
          aria-label={t('choice.right', { letter })}
          checked={choice.correct === true}
          disabled={!mayEdit}
          onChange={setRight}
        />
        <span aria-hidden="true">{letter}</span>
      </label>
      <div className={classes.answer} data-field={[...path, 'answer'].join('/')}>
        <Textarea
          {...focusable(`choice ${id}`)}
          aria-label={name}
          attributes={OWN_DIRECTION}
          autosize
          minRows={1}
          maxRows={8}
          {...readingLook(mayEdit)}
          placeholder={name}
          error={error}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {choice.image !== undefined && <PictureField path={[...path, 'image']} of={name} />}
      </div>
      {mayEdit && (
        <span className={classes.tools}>
          <AddPicture path={[...path, 'image']} of={name} />
          <Tool
            icon={ArrowUp}
            label={t('choice.up', { letter })}
            disabled={index === 0}
            onClick={() => move(-1)}
          />
          <Tool
            icon={ArrowDown}
            label={t('choice.down', { letter })}
            disabled={index === ids.length - 1}
            onClick={() => move(1)}
          />
          <Tool
            icon={Trash2}
            label={t('choice.remove', { letter })}
            disabled={ids.length <= MIN_CHOICES}
            onClick={() => remove(`choice ${ids[index + 1] ?? ids[index - 1]}`)}
          />
        </span>
      )}
    </li>
  );
}

export const Tool = (props: {
  icon: typeof Trash2;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={32}
    aria-label={props.label}
    title={props.label}
    disabled={props.disabled ?? false}
    onClick={props.onClick}
  >
    <Icon icon={props.icon} size={16} />
  </ActionIcon>
);
