import { v7 } from 'uuid';

/**
 * A new id, greater than every id that this process made before, even within one millisecond or after the machine's clock
 * was set back. Ids that begin with the time keep B-tree inserts at the right edge and sort by creation. They are made
 * here because PostgreSQL before 18 and compatible engines have no uuidv7().
 */
export const newId = (): string => v7();

/** Whether this can be an id. Checked before text from a URL reaches a uuid column. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
