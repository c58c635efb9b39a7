import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';

/** What forms say about single fields: the contract's own sentences, shown for the schemas' complaints by their key. */
export default {
  text: { ...FIELD_MESSAGES },
  /** A field that asks the server for its choices. */
  choice: {
    searching: 'Searching…',
    none: 'Nothing is called like that.',
    failed: 'The list could not be loaded. Close it and open it again.',
    more: 'There are more: type a part of the name.',
  },
};
