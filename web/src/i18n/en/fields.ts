import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { FIELD_TEMPLATES } from '@vesalius/contract/field-text';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { FILE_MESSAGES, PERSON_MESSAGES } from '@vesalius/contract/people-import-messages';

type Texts<Catalog> = { [Key in keyof Catalog]: string };
const textsOf = <Catalog extends Readonly<Record<string, string>>>(catalog: Catalog): Texts<Catalog> => ({
  ...catalog,
});
/** Numbers are written in the user's way. */
const withNumbers = <Catalog extends Readonly<Record<string, string>>>(catalog: Catalog): Texts<Catalog> =>
  Object.fromEntries(
    Object.entries(catalog).map(([key, text]) => [
      key,
      text.replace('{{count}}', '{{count, number(numberingSystem: latn)}}'),
    ]),
  ) as Texts<Catalog>;

/** What forms say about single fields: the contract's catalogs, by key. */
export default {
  text: textsOf(FIELD_MESSAGES),
  value: textsOf(VALUE_MESSAGES),
  /** The specification's words for the calls; the form says more. */
  person: {
    ...textsOf(PERSON_MESSAGES),
    secondNameRequired: 'Last name is required',
    nameTooShort: 'At least 2 letters',
  },
  file: textsOf(FILE_MESSAGES),
  filled: withNumbers(FIELD_TEMPLATES),
  /** A field that asks the server for its choices. */
  choice: {
    searching: 'Searching…',
    none: 'No match.',
    failed: 'The list could not be loaded. Close it and open it again.',
    more: 'There are more: type a part of the name.',
  },
};
