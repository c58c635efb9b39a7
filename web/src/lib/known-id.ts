const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/** An id from an address, for a call: an invalid id is replaced by one that does not exist. */
export const askableId = (id: string): string => (UUID.test(id) ? id : UNKNOWN_ID);
