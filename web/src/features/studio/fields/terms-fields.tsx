import { Checkbox } from '@mantine/core';
import { SUFFICIENT_MODES } from '@vesalius/contract/accessibility-terms';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import type perceiving from '../../../i18n/en/perceiving.ts';
import type { FieldSpec } from './field-spec.ts';
import classes from './fields.module.css';
import { useField } from './use-field.ts';

type Words = typeof perceiving;
type TermKey = {
  [Kind in 'mode' | 'feature' | 'hazard']: `${Kind}.${Exclude<keyof Words[Kind] & string, 'title'>}`;
}['mode' | 'feature' | 'hazard'];
/** The chosen terms in the order of the vocabulary; undefined = none. */
const toggled = <Term,>(terms: readonly Term[], isChosen: (term: Term) => boolean) => {
  const chosen = terms.filter(isChosen);
  return chosen.length > 0 ? chosen : undefined;
};

/** Terms of a vocabulary, in the words that readers see. */
export function TermsField({
  path,
  field: { vocabulary, terms },
}: {
  path: Path;
  field: Extract<FieldSpec, { kind: 'terms' }>;
}) {
  const { t } = useTranslation('perceiving');
  const { value, label, mayEdit, set } = useField(path);
  const chosen = new Set(Array.isArray(value) ? value : []);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {terms.map((term) => (
        <Checkbox
          key={term}
          size="sm"
          mb={8}
          label={t(`${vocabulary}.${term}` as TermKey)}
          checked={chosen.has(term)}
          disabled={!mayEdit}
          onChange={({ currentTarget }) =>
            set(toggled(terms, (each) => (each === term ? currentTarget.checked : chosen.has(each))))
          }
        />
      ))}
    </fieldset>
  );
}

/** Each access mode alone, and combined with others. */
const WAYS: readonly (readonly (typeof SUFFICIENT_MODES)[number][])[] = Array.from(
  { length: 15 },
  (_, index) => SUFFICIENT_MODES.filter((_mode, at) => ((index + 1) >> at) & 1),
).toSorted((one, other) => one.length - other.length);

export function SufficientField({ path }: { path: Path }) {
  const { t } = useTranslation('perceiving');
  const { value, label, mayEdit, set } = useField(path);
  const stored = (Array.isArray(value) ? value : []).filter((each) => Array.isArray(each));
  const isStored = (way: readonly string[]) =>
    stored.some((each) => each.length === way.length && way.every((mode) => each.includes(mode)));
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {WAYS.map((way) => (
        <Checkbox
          key={way.join()}
          size="sm"
          mb={8}
          label={way.map((mode) => t(`sufficient.${mode}`)).join(' + ')}
          checked={isStored(way)}
          disabled={!mayEdit}
          onChange={({ currentTarget }) =>
            set(toggled(WAYS, (each) => (each === way ? currentTarget.checked : isStored(each))))
          }
        />
      ))}
    </fieldset>
  );
}
