import { Button, NativeSelect, Textarea } from '@mantine/core';
import { MAX_CHOICES } from '@vesalius/contract/studio-limits';
import { type Fields, idOf, type Path } from '@vesalius/contract/working-copy-document';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { useForm } from '../fields/form-context.ts';
import { readingLook } from '../fields/reading-look.ts';
import { useField } from '../fields/use-field.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { focusable, focusOn } from './focus-on.ts';
import { PageField } from './page-field.tsx';
import { PictureField, useTakesPicture } from './pictures.tsx';
import { freshChoice } from './question-operations.ts';
import { choiceId, choicesOf, type Problem, textOf } from './question-problems.ts';
import classes from './questions.module.css';
import { useText } from './use-text.ts';

export interface EditedQuestion {
  readonly path: Path;
  readonly question: Fields;
  /** Problems that are shown at their fields. */
  readonly problems: readonly Problem[];
  /** The sections of the chapter test; null if the questions have none. */
  readonly sections: readonly Fields[] | null;
}

/** The fields of one question in the order of writing. Enter moves on; the keyboard alone is enough. */
export function QuestionEditor({
  path,
  question,
  problems,
  sections,
  onNew,
}: EditedQuestion & { onNew: () => void }) {
  const { t } = useTranslation('questions');
  const { mayEdit, change } = useForm();
  const key = idOf(question) ?? '';
  const choices = choicesOf(question);
  const errorOf = (field: string) => {
    const code = problems.find((each) => each.field === field)?.code;
    return code ? t(`problem.${code}`) : null;
  };
  const addChoice = () => {
    const made = freshChoice();
    const last = choices.at(-1);
    change({ op: 'insert', path: [...path, 'choices'], entry: made, after: last ? choiceId(last) : null });
    focusOn(`choice ${choiceId(made)}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!mayEdit || event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onNew();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the fields in it
    <div className={classes.editor} onKeyDown={onKeyDown}>
      <LongText
        path={[...path, 'question']}
        image={[...path, 'image']}
        label={t('field.question')}
        name={`question ${key}`}
        error={errorOf('question')}
        onEnter={() => choices[0] && focusOn(`choice ${choiceId(choices[0])}`)}
        className={classes.stem ?? ''}
      />
      <fieldset className={classes.choices} data-field={[...path, 'choices'].join('/')}>
        <legend>{t('field.choices')}</legend>
        <ul>
          {choices.map((choice) => (
            <ChoiceEditor
              key={choiceId(choice)}
              {...{ at: path, question, choice, error: errorOf(`choice ${choiceId(choice)}`) }}
              onLast={() => focusOn(`justification ${key}`)}
            />
          ))}
        </ul>
        {errorOf('choices') && <p className={classes.error}>{errorOf('choices')}</p>}
        {mayEdit && choices.length < MAX_CHOICES && (
          <Button variant="subtle" size="compact-sm" onClick={addChoice}>
            {t('choice.add')}
          </Button>
        )}
      </fieldset>
      <LongText
        path={[...path, 'justification']}
        image={[...path, 'justification_image']}
        label={t('field.justification')}
        name={`justification ${key}`}
        error={null}
      />
      <div className={classes.pair}>
        <PageField path={[...path, 'page']} error={errorOf('page')} />
        <div className={classes.selects}>
          {sections && (
            <SectionField path={[...path, 'section']} sections={sections} error={errorOf('section')} />
          )}
          <OrderField path={[...path, 'keep_order']} />
        </div>
      </div>
    </div>
  );
}

function LongText(props: {
  path: Path;
  image: Path;
  label: string;
  name: string;
  error: string | null;
  onEnter?: () => void;
  className?: string;
}) {
  const { path, image, label, name, error, onEnter, className = '' } = props;
  const { text, type, mayEdit } = useText(path);
  const takes = useTakesPicture(image);
  return (
    <div className={className} data-field={path.join('/')} {...takes}>
      <Textarea
        {...focusable(name)}
        label={label}
        attributes={OWN_DIRECTION}
        autosize
        minRows={2}
        maxRows={16}
        {...readingLook(mayEdit)}
        error={error}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, shiftKey, nativeEvent } = event;
          if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || !onEnter) return;
          event.preventDefault();
          onEnter();
        }}
      />
      <PictureField path={image} of={label} />
    </div>
  );
}

function SectionField({
  path,
  sections,
  error,
}: {
  path: Path;
  sections: readonly Fields[];
  error: string | null;
}) {
  const { t } = useTranslation('questions');
  const { value, mayEdit, set } = useField(path);
  const known = sections.map((section) => ({
    value: idOf(section) ?? '',
    label: textOf(section.name) || t('list.untitled'),
  }));
  const stored = textOf(value);
  const isKnown = known.some((each) => each.value === stored);
  return (
    <NativeSelect
      data-field={path.join('/')}
      label={t('field.section')}
      error={error}
      disabled={!mayEdit}
      value={stored}
      data={[...(isKnown ? [] : [{ value: stored, label: stored || t('section.none') }]), ...known]}
      onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
    />
  );
}

const ORDERS = { '': undefined, keep: true, mix: false } as const;

function OrderField({ path }: { path: Path }) {
  const { t } = useTranslation('questions');
  const { value, mayEdit, set } = useField(path);
  return (
    <NativeSelect
      data-field={path.join('/')}
      label={t('field.order')}
      disabled={!mayEdit}
      value={value === true ? 'keep' : value === false ? 'mix' : ''}
      data={[
        { value: '', label: t('order.product') },
        { value: 'keep', label: t('order.keep') },
        { value: 'mix', label: t('order.mix') },
      ]}
      onChange={({ currentTarget }) => set(ORDERS[currentTarget.value as keyof typeof ORDERS])}
    />
  );
}
