import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';

/** What forms say about single fields: the contract's own sentences, shown for the schemas' complaints by their key. */
export default { text: { ...FIELD_MESSAGES } };
