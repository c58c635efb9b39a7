/** Only catalogs make these sentences, so that every one has a translation: a plain string is not assignable. */
declare const IS_FROM_CATALOG: unique symbol;
/** What is wrong with a field, in English. The browser finds the key again and shows the user's language. */
export type FieldText = string & { readonly [IS_FROM_CATALOG]: true };

/** A catalog of sentences about fields. The browser's messages (`i18n/en/fields.ts`) contain each catalog. */
export const catalogOf = <Key extends string>(texts: Readonly<Record<Key, string>>) =>
  texts as Readonly<Record<Key, FieldText>>;

/** For a value that is sent as a field and is no sentence, such as the name of a file: it has no translation. */
export const untranslated = (value: string): FieldText => value as FieldText;

/** The sentence of a schema's issue: schemas take theirs from the catalogs, and `issueText` gives all others. */
export const textOfIssue = ({ message }: { readonly message: string }): FieldText => message as FieldText;

/** Sentences with values. Of a pair `_one` and `_other`, `count` chooses. */
export const FIELD_TEMPLATES = {
  atLeastCharacters_one: 'Use at least {{count}} character.',
  atLeastCharacters_other: 'Use at least {{count}} characters.',
  atMostCharacters_one: 'Use at most {{count}} character.',
  atMostCharacters_other: 'Use at most {{count}} characters.',
  atLeastEntries_one: 'At least {{count}} entry.',
  atLeastEntries_other: 'At least {{count}} entries.',
  atMostEntries_one: 'At most {{count}} entry.',
  atMostEntries_other: 'At most {{count}} entries.',
  atMostMonths_one: 'At most {{count}} month at once',
  atMostMonths_other: 'At most {{count}} months at once',
  atMostPages_one: 'At most {{count}} page.',
  atMostPages_other: 'At most {{count}} pages.',
  orMore: 'This has to be {{value}} or more.',
  orLess: 'This has to be {{value}} or less.',
  multipleOf: 'This has to be a multiple of {{value}}.',
  oneOf: 'This has to be one of: {{value}}.',
  taskAlready: 'This is a task already, due on {{day}}: change its date instead.',
  columnsMissing: 'Columns are missing: {{names}}.',
  noSuchColumn: 'The file has no column {{number}}.',
  tooManyPeople_one: 'There is more than {{count}} person in the file.',
  tooManyPeople_other: 'There are more than {{count}} people in the file.',
  fileExpected: 'The file is expected in the field {{name}}.',
  readingTooLong_one: 'Reading the file takes longer than {{count}} second. Copy the list into a new file.',
  readingTooLong_other:
    'Reading the file takes longer than {{count}} seconds. Copy the list into a new file.',
  unreadableFile: 'The file could not be read: {{reason}}',
  excelFile: 'The Excel file {{problem}}.',
} as const;

type Templates = typeof FIELD_TEMPLATES;
type BaseOf<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
export type FieldTemplateKey = BaseOf<keyof Templates>;
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextOf<Key> = {
  [Each in keyof Templates]: BaseOf<Each> extends Key ? Templates[Each] : never;
}[keyof Templates];
type ValuesOf<Key> = {
  readonly [Name in NamesIn<TextOf<Key>>]: Name extends 'count' ? number : string | number;
};

/** Fills a template. */
export function fieldText<Key extends FieldTemplateKey>(key: Key, values: ValuesOf<Key>): FieldText {
  const given: Readonly<Record<string, string | number>> = values;
  const templates: Readonly<Record<string, string | undefined>> = FIELD_TEMPLATES;
  const template = templates[key] ?? templates[`${key}_${given.count === 1 ? 'one' : 'other'}`] ?? key;
  return template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(given[name])) as FieldText;
}
