import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { isPlausibleDay } from '@vesalius/contract/book-days';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../lib/language-tags.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { CategoryNames } from './category-names.tsx';
import { useFieldLabel } from './field-label.ts';
import type { FieldSpec } from './field-spec.ts';
import { useLimits } from './limits.ts';
import { readingLook } from './reading-look.ts';
import { useDraft, useField } from './use-field.ts';

type Of<Kind extends FieldSpec['kind']> = { path: Path; field: Extract<FieldSpec, { kind: Kind }> };

export function TextField({ path, field: { kind, name, onLeave } }: Of<'text' | 'long' | 'date'>) {
  const { i18n } = useTranslation();
  const { value, label, mayEdit, set } = useField(path);
  const stored = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const { text, type, leave } = useDraft(path, stored);
  const { ofDay } = useLimits();
  const listId = useId();
  const problem = kind === 'date' ? ofDay(text) : null;
  // Spaces at the ends are typed before the next word, and are not part of the value.
  const keep = (typed: string) => {
    const next = typed.trim();
    if (next === stored || (kind === 'date' && !isPlausibleDay(next))) return;
    set(next || undefined);
  };
  const props = {
    label,
    // A code alone says nothing to who does not know it.
    ...(name === 'language' && text ? { description: languageName(text, i18n.language) } : {}),
    value: text,
    error: problem,
    ...readingLook(mayEdit),
    ...(kind === 'date' ? {} : { attributes: OWN_DIRECTION }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      type(currentTarget.value);
      if (!onLeave) keep(currentTarget.value);
    },
    onBlur: () => {
      // Other fields were stored while typing: a later undo must not be reverted here.
      if (onLeave) keep(text);
      // A day that cannot be stored stays in the field, with its error.
      if (problem === null) leave();
    },
  };
  if (kind === 'long') return <Textarea {...props} autosize minRows={2} maxRows={12} />;
  if (name !== 'category' || !mayEdit)
    return <TextInput {...props} type={kind === 'date' ? 'date' : 'text'} />;
  return (
    <>
      <TextInput {...props} list={listId} />
      <CategoryNames id={listId} />
    </>
  );
}

export function NumberField({ path, field }: Of<'number'>) {
  const { value, label, mayEdit, set } = useField(path);
  const { ofNumber } = useLimits();
  const stored = typeof value === 'number' ? String(value) : '';
  const { text, type, leave } = useDraft(path, stored);
  const problem = text === '' ? null : ofNumber(Number(text), field);
  const keep = (typed: string) => {
    // An incomplete number (".") must not remove the stored one.
    const next = typed === '' ? undefined : Number(typed);
    if (next !== undefined && (Number.isNaN(next) || ofNumber(next, field) !== null)) return;
    if (String(next ?? '') !== stored) set(next);
  };
  return (
    <NumberInput
      min={field.min}
      max={field.max}
      // A typed number is never changed to fit the limits: the field shows the error.
      clampBehavior="none"
      step={field.step ?? 1}
      allowNegative={false}
      label={label}
      error={problem}
      value={text}
      {...readingLook(mayEdit)}
      onChange={(typed) => {
        type(String(typed));
        keep(String(typed));
      }}
      onBlur={() => {
        // A value that cannot be stored stays in the field, with its error.
        if (problem === null) leave();
      }}
    />
  );
}

export function SwitchField({ path }: Of<'switch'>) {
  const { value, label, mayEdit, set } = useField(path);
  return (
    <Switch
      label={label}
      checked={value === true}
      disabled={!mayEdit}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  );
}

export function ChoiceField({ path, field: { choices } }: Of<'choice'>) {
  const { value, label, mayEdit, set } = useField(path);
  const labelOf = useFieldLabel();
  return (
    <NativeSelect
      label={label}
      value={typeof value === 'string' ? value : ''}
      disabled={!mayEdit}
      data={[{ value: '', label: '' }, ...choices.map((each) => ({ value: each, label: labelOf(each) }))]}
      onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
    />
  );
}

const linesIn = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

export function LinesField({ path, field: { max } }: Of<'lines'>) {
  const { value, label, mayEdit, set } = useField(path);
  const { ofLines } = useLimits();
  const stored = Array.isArray(value) ? value.join('\n') : '';
  const { text, type, leave } = useDraft(path, stored);
  const problem = ofLines(linesIn(text).length, max);
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={12}
      attributes={OWN_DIRECTION}
      label={label}
      error={problem}
      value={text}
      {...readingLook(mayEdit)}
      onChange={({ currentTarget }) => {
        type(currentTarget.value);
        const lines = linesIn(currentTarget.value);
        if (ofLines(lines.length, max) !== null) return;
        if (lines.join('\n') !== stored) set(lines.length > 0 ? lines : undefined);
      }}
      onBlur={() => {
        if (problem === null) leave();
      }}
    />
  );
}
