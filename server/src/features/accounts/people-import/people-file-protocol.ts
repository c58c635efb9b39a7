import type { FieldText } from '@vesalius/contract/field-text';
import type { PeopleFile } from '@vesalius/contract/people-import';
import type { NumberedRow } from './check-rows.ts';
import type { ColumnChoices } from './read-people-file.ts';

/** To the child that reads lists of people: one at a time. */
export interface PeopleFileRequest {
  readonly bytes: Uint8Array;
  readonly chosen: ColumnChoices;
}
export interface ReadPeople {
  readonly file: PeopleFile;
  readonly rows: NumberedRow[];
}
export type PeopleFileAnswer =
  | { readonly tell: 'ready' }
  | { readonly tell: 'read'; readonly people: ReadPeople }
  /** A sentence for the user who chose the file. */
  | { readonly tell: 'refused'; readonly text: FieldText }
  /** Not the file's fault. */
  | { readonly tell: 'failed'; readonly message: string };
