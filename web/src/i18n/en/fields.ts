import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';

/** What forms say about single fields: the contract's own sentences, shown for the schemas' complaints by their key. */
export default {
  text: { ...FIELD_MESSAGES },
  value: { ...VALUE_MESSAGES },
  /** Sentences with a number, as the server and the schemas make them. */
  counted: {
    atLeastCharacters_one: 'Use at least {{count, number(numberingSystem: latn)}} character.',
    atLeastCharacters_other: 'Use at least {{count, number(numberingSystem: latn)}} characters.',
    atMostCharacters_one: 'Use at most {{count, number(numberingSystem: latn)}} character.',
    atMostCharacters_other: 'Use at most {{count, number(numberingSystem: latn)}} characters.',
    atLeastEntries_one: 'At least {{count, number(numberingSystem: latn)}} entry.',
    atLeastEntries_other: 'At least {{count, number(numberingSystem: latn)}} entries.',
    atMostEntries_one: 'At most {{count, number(numberingSystem: latn)}} entry.',
    atMostEntries_other: 'At most {{count, number(numberingSystem: latn)}} entries.',
    atMostPages_one: 'At most {{count, number(numberingSystem: latn)}} page.',
    atMostPages_other: 'At most {{count, number(numberingSystem: latn)}} pages.',
    orMore: 'This has to be {{value}} or more.',
    orLess: 'This has to be {{value}} or less.',
    multipleOf: 'This has to be a multiple of {{value}}.',
    oneOf: 'This has to be one of: {{value}}.',
  },
  /** A field that asks the server for its choices. */
  choice: {
    searching: 'Searching…',
    none: 'No match.',
    failed: 'The list could not be loaded. Close it and open it again.',
    more: 'There are more: type a part of the name.',
  },
};
