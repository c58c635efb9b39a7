import { ActionIcon, Button } from '@mantine/core';
import { STAFF_FIELDS } from '@vesalius/contract/studio-limits';
import {
  entryPath,
  type Fields,
  idOf,
  isFields,
  type Path,
  type Value,
} from '@vesalius/contract/working-copy-document';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../lib/language-tags.ts';
import { useSession } from '../../../lib/session.ts';
import { announce } from '../../../ui/announce.ts';
import { Icon } from '../../../ui/icon.tsx';
import { QuestionsField } from '../questions/questions-field.tsx';
import type { FieldSpec } from './field-spec.ts';
import classes from './fields.module.css';
import { FileField } from './file-field.tsx';
import { FilesField } from './files-field.tsx';
import { FormContext, useForm } from './form-context.ts';
import { useLimits } from './limits.ts';
import { ChoiceField, LinesField, NumberField, SwitchField, TextField } from './plain-fields.tsx';
import { addEntry } from './set-field.ts';
import { SufficientField, TermsField } from './terms-fields.tsx';
import { useField } from './use-field.ts';

/** The fields at one path of the working copy. */
export function FieldForm({ at, fields }: { at: Path; fields: readonly FieldSpec[] }) {
  const isStaff = useSession()?.role === 'staff';
  return (
    <div className={classes.form}>
      {fields.map((field) => {
        const isFixed = at.length === 0 && !isStaff && STAFF_FIELDS.includes(field.name);
        return (
          // The target of links from the check list.
          <div key={field.name} data-field={[...at, field.name].join('/')}>
            {isFixed ? (
              <FieldOfStaff path={[field.name]} field={field} />
            ) : (
              <Field path={[...at, field.name]} field={field} />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Shown to producers, and changed only by staff. */
function FieldOfStaff(props: { path: Path; field: FieldSpec }) {
  const { t } = useTranslation('studio');
  const form = useForm();
  return (
    <FormContext value={{ ...form, mayEdit: false }}>
      <Field {...props} />
      {form.mayEdit && <p className={classes.fixed}>{t('refusal.by_staff')}</p>}
    </FormContext>
  );
}

function Field({ path, field }: { path: Path; field: FieldSpec }) {
  switch (field.kind) {
    case 'text':
    case 'long':
    case 'date':
      return <TextField path={path} field={field} />;
    case 'number':
      return <NumberField path={path} field={field} />;
    case 'switch':
      return <SwitchField path={path} field={field} />;
    case 'choice':
      return <ChoiceField path={path} field={field} />;
    case 'lines':
      return <LinesField path={path} field={field} />;
    case 'file':
      return <FileField path={path} field={field} />;
    case 'files':
      return <FilesField path={path} field={field} />;
    case 'terms':
      return <TermsField path={path} field={field} />;
    case 'sufficient':
      return <SufficientField path={path} />;
    case 'questions':
      return <QuestionsField path={path} />;
    case 'group':
      return <GroupField path={path} field={field} />;
    case 'list':
      return <ListField path={path} field={field} />;
  }
}

type Of<Kind extends FieldSpec['kind']> = { path: Path; field: Extract<FieldSpec, { kind: Kind }> };

function GroupField({ path, field }: Of<'group'>) {
  const { label } = useField(path);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <FieldForm at={path} fields={field.fields} />
    </fieldset>
  );
}

const entriesIn = (value: Value | undefined): readonly Fields[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter(isFields) : [];

/** Entries that can be opened, added, reordered and removed. */
function ListField({ path, field }: Of<'list'>) {
  const { t, i18n } = useTranslation('studio');
  const { document, change } = useForm();
  const { value, label, mayEdit } = useField(path);
  const { full } = useLimits();
  const entries = entriesIn(value);
  const ids = entries.map((entry) => idOf(entry) ?? '');
  const isFull = field.max !== undefined && entries.length >= field.max;
  const titleOf = (entry: Fields, index: number) => {
    const title = entry[field.titled];
    if (field.titled === 'language' && typeof title === 'string' && title)
      return languageName(title, i18n.language);
    return typeof title === 'string' || typeof title === 'number'
      ? String(title)
      : t('entry.number', { number: index + 1 });
  };
  const move = (index: number, by: number) => {
    const entry = entries[index];
    const others = ids.toSpliced(index, 1);
    const after = others[index + by - 1] ?? null;
    change({ op: 'move', path: entryPath(path, ids[index] ?? ''), to: path, after });
    if (entry) announce(t('entry.moved', { name: titleOf(entry, index), number: index + by + 1 }));
  };
  return (
    <section className={classes.list} aria-label={label}>
      <h3>{label}</h3>
      {entries.map((entry, index) => (
        <details
          key={ids[index]}
          className={classes.entry}
          data-field={entryPath(path, ids[index] ?? '').join('/')}
        >
          <summary>
            <bdi>{titleOf(entry, index)}</bdi>
          </summary>
          {mayEdit && (
            <div className={classes.acts}>
              <Act
                icon={ArrowUp}
                label={t('entry.up', { name: titleOf(entry, index) })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <Act
                icon={ArrowDown}
                label={t('entry.down', { name: titleOf(entry, index) })}
                disabled={index === entries.length - 1}
                onClick={() => move(index, 1)}
              />
              <Act
                icon={Trash2}
                label={t('entry.remove', { name: titleOf(entry, index) })}
                onClick={() => {
                  change({ op: 'remove', path: entryPath(path, ids[index] ?? '') });
                  announce(t('entry.removed', { name: titleOf(entry, index) }));
                }}
              />
            </div>
          )}
          <FieldForm at={entryPath(path, ids[index] ?? '')} fields={field.fields} />
        </details>
      ))}
      {mayEdit && isFull && <p className={classes.fixed}>{full(entries.length)}</p>}
      {mayEdit && !isFull && (
        <Button
          variant="default"
          size="xs"
          onClick={() => change(addEntry(document, path, field.fresh(), ids.at(-1) ?? null))}
        >
          {t('entry.add', { list: label })}
        </Button>
      )}
    </section>
  );
}

const Act = (props: { icon: typeof Trash2; label: string; disabled?: boolean; onClick: () => void }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={props.label}
    disabled={props.disabled ?? false}
    onClick={props.onClick}
  >
    <Icon icon={props.icon} size={18} />
  </ActionIcon>
);
