import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { Path } from '@vesalius/contract/working-copy-document';
import { NumberInput } from '../../../ui/number-input.tsx';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { useFieldLabel } from './field-label.ts';
import type { FieldSpec } from './field-spec.ts';
import { useDraft, useField } from './use-field.ts';

type Of<Kind extends FieldSpec['kind']> = { path: Path; field: Extract<FieldSpec, { kind: Kind }> };

export function TextField({ path, field: { kind, onLeave } }: Of<'text' | 'long' | 'date'>) {
  const { value, label, mayEdit, set } = useField(path);
  const stored = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const { text, type, leave } = useDraft(path, stored);
  // Spaces at the ends are typed on the way to the next word, and are no part of the value.
  const keep = (typed: string) => {
    const next = typed.trim();
    if (next !== stored) set(next || undefined);
  };
  const props = {
    label,
    value: text,
    readOnly: !mayEdit,
    ...(kind === 'date' ? {} : { attributes: OWN_DIRECTION }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      type(currentTarget.value);
      if (!onLeave) keep(currentTarget.value);
    },
    onBlur: () => {
      // Others were kept while they were typed: what was undone since stays undone.
      if (onLeave) keep(text);
      leave();
    },
  };
  if (kind === 'long') return <Textarea {...props} autosize minRows={2} maxRows={12} />;
  return <TextInput {...props} type={kind === 'date' ? 'date' : 'text'} />;
}

export function NumberField({ path, field: { step = 1 } }: Of<'number'>) {
  const { value, label, mayEdit, set } = useField(path);
  const stored = typeof value === 'number' ? String(value) : '';
  const { text, type, leave } = useDraft(path, stored);
  const keep = (typed: string) => {
    // Half a number (".") is no reason to take the stored one away.
    const next = typed === '' ? undefined : Number(typed);
    if (!Number.isNaN(next) && String(next ?? '') !== stored) set(next);
  };
  return (
    <NumberInput
      min={0}
      step={step}
      allowNegative={false}
      label={label}
      value={text}
      readOnly={!mayEdit}
      onChange={(typed) => {
        type(String(typed));
        keep(String(typed));
      }}
      onBlur={leave}
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

export function LinesField({ path }: Of<'lines'>) {
  const { value, label, mayEdit, set } = useField(path);
  const stored = Array.isArray(value) ? value.join('\n') : '';
  const { text, type, leave } = useDraft(path, stored);
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={12}
      attributes={OWN_DIRECTION}
      label={label}
      value={text}
      readOnly={!mayEdit}
      onChange={({ currentTarget }) => {
        type(currentTarget.value);
        const lines = currentTarget.value.split('\n').flatMap((line) => line.trim() || []);
        if (lines.join('\n') !== stored) set(lines.length > 0 ? lines : undefined);
      }}
      onBlur={leave}
    />
  );
}
