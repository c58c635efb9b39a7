/**
 * The typed catalogue: English is the source, and `Translation` makes a missing or surplus Arabic key a type error.
 * scripts/check-messages.mjs finds keys that nothing uses. Only types are taken from here at run time.
 */

import type accounts from './en/accounts.ts';
import type admin from './en/admin.ts';
import type assessments from './en/assessments.ts';
import type cards from './en/cards.ts';
import type catalogue from './en/catalogue.ts';
import type certificates from './en/certificates.ts';
import type cite from './en/cite.ts';
import type commerce from './en/commerce.ts';
import type discussions from './en/discussions.ts';
import type fields from './en/fields.ts';
import type imports from './en/imports.ts';
import type institutions from './en/institutions.ts';
import type issued from './en/issued.ts';
import type lectures from './en/lectures.ts';
import type letters from './en/letters.ts';
import type listening from './en/listening.ts';
import type listings from './en/listings.ts';
import type notebook from './en/notebook.ts';
import type offline from './en/offline.ts';
import type perceiving from './en/perceiving.ts';
import type programs from './en/programs.ts';
import type publishing from './en/publishing.ts';
import type questions from './en/questions.ts';
import type reader from './en/reader.ts';
import type results from './en/results.ts';
import type sales from './en/sales.ts';
import type shell from './en/shell.ts';
import type studies from './en/studies.ts';
import type studio from './en/studio.ts';
import type support from './en/support.ts';
import type uploads from './en/uploads.ts';
import type videos from './en/videos.ts';

export declare const allMessages: {
  shell: typeof shell;
  accounts: typeof accounts;
  fields: typeof fields;
  publishing: typeof publishing;
  questions: typeof questions;
  studio: typeof studio;
  studies: typeof studies;
  videos: typeof videos;
  catalogue: typeof catalogue;
  perceiving: typeof perceiving;
  reader: typeof reader;
  lectures: typeof lectures;
  letters: typeof letters;
  notebook: typeof notebook;
  cite: typeof cite;
  cards: typeof cards;
  offline: typeof offline;
  assessments: typeof assessments;
  certificates: typeof certificates;
  commerce: typeof commerce;
  programs: typeof programs;
  discussions: typeof discussions;
  imports: typeof imports;
  institutions: typeof institutions;
  support: typeof support;
  admin: typeof admin;
  sales: typeof sales;
  issued: typeof issued;
  listings: typeof listings;
  listening: typeof listening;
  results: typeof results;
  uploads: typeof uploads;
};

type PluralSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type Base<Key> = Key extends `${string}${PluralSuffix}` ? never : Key;
type PluralBase<Key> = Key extends `${infer Name}_other` ? Name : never;

/** The same keys; where English counts with `_one` and `_other`, Arabic has its own six forms. */
export type Translation<Messages> = {
  readonly [Key in keyof Messages as Base<Key> & string]: Messages[Key] extends string
    ? string
    : Translation<Messages[Key]>;
} & {
  readonly [Key in keyof Messages as PluralBase<Key> extends never
    ? never
    : `${PluralBase<Key>}${'_zero' | '_one' | '_two' | '_few' | '_many' | '_other'}`]: string;
};
