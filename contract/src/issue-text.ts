import type { z } from 'zod';
import { EARLIEST_YEAR, MAX_YEARS_AHEAD } from './constants.ts';
import { catalogOf, type FieldText, fieldText } from './field-text.ts';

/**
 * Messages of schemas and rules about a value, in addition to those of the account forms (FIELD_MESSAGES). The browser
 * translates them.
 */
export const VALUE_MESSAGES = catalogOf({
  required: 'This is required.',
  mustBeText: 'This has to be text.',
  mustBeNumber: 'This has to be a number.',
  mustBeWholeNumber: 'This has to be a whole number.',
  mustBeTrueOrFalse: 'This has to be true or false.',
  mustBeList: 'This has to be a list.',
  mustBeObject: 'This has to be an object.',
  mustBeDate: 'This has to be a date.',
  mustBeOtherType: 'This has to be of another type.',
  mustBeId: 'This has to be an id.',
  mustBeEmail: 'Please provide a valid email address.',
  mustBeDay: 'This has to be a date, as in 2026-03-01.',
  mustBeTime: 'This has to be a time in UTC, as in 2026-03-01T09:00:00Z.',
  mustBeAddress: 'This has to be a web address.',
  wrongForm: 'This does not have the right form.',
  unknownFields: 'This has fields that are not known here.',
  notAccepted: 'This value is not accepted here.',
  chooseBookOrPackage: 'Choose a book or a package.',
  nameBookOrPackage: 'Name a book or a package.',
  nameNotBoth: 'Name a book or a package, not both.',
  freeMustBeSaid: 'A price of 0 makes it free. Confirm that this is meant.',
  codeMakesFree: 'Something costs nothing with this code. Confirm that this is meant.',
  nothingOff: 'This code would take nothing off.',
  aboveListPrice: 'This is no less than the price without the code.',
  promoCodeRequired: 'Please enter a promo code.',
  cardNumber: 'Please check the card number.',
  cardExpiry: 'Please check the expiry date: month and year, as in 0928.',
  cardCode: 'Please check the security code.',
  titleRequired: 'Title is required',
  slugForm: 'Use lower-case letters, digits and hyphens, at most 80 characters.',
  authorOrEditor: 'This account is not of an author or editor. Change its role first.',
  freeByStaff: 'Only staff make a book free that costs something: ask them.',
  identityStays: 'The short name and the edition of a published book stay as they are.',
  accountOfRole: 'This account has another role. Change its role first.',
  contentRequired: 'Content is required',
  contentTooManyElements: 'Too many elements',
  commentRequired: 'A comment needs words',
  searchRequired: 'Type what to search for.',
  noYearZero: 'There is no year 0.',
  rangeOrder: 'A range ends after its beginning.',
  daysOrder: 'The end lies before the beginning',
  emailTaken: 'There is already an account with this email.',
  notLookedAt: 'Leave out the images that were not looked at.',
  dueInPast: 'The due date lies in the past.',
  dueAfterEdition: 'Tasks in this edition end on its last day. Choose an earlier day, or the newer edition.',
  dayIsPast: 'Choose today or a later day.',
  afterLastDay: 'Choose a time before the last day of the earlier edition is over.',
  timeIsPast: 'Choose a time in the future.',
  tooLongAgo: `Choose a day from the year ${EARLIEST_YEAR} on.`,
  tooFarAhead: `Choose a day within the next ${MAX_YEARS_AHEAD} years.`,
  pageNumbers: 'Page numbers with commas between them.',
  creditsMaximum: 'At most the credits of the activity.',
  pageElsewhere: 'This page is not in a book of the program',
  noSuchPage: 'The book has no such page.',
  ownWords: 'Please say it in your own words.',
  slugCharacters: 'Use lower-case letters, digits and hyphens, at most 80 characters.',
  slugTaken: 'This slug is taken.',
  bookTwice: 'A book can be named once.',
  packageBooks: 'A bundle in the shop needs at least two books that are sold.',
  bookNotSold: 'Choose books that are in the shop.',
  noSuchBook: 'Choose books that are here.',
  noSuchInstitution: 'Choose an institution that is here.',
  onlyReadersAndDirectors: 'Only readers and program directors can be chosen. This person has another role.',
  otherBookRole: 'This person has another role. Change it on their page first.',
  programsOfDirector: 'Choose programs, for a program director.',
  booksOfMaker: 'Choose books, for an author or an editor.',
});
export type ValueMessageKey = keyof typeof VALUE_MESSAGES;

/**
 * The problem of a value, as a sentence for the user of the form or the author of the client. A message of the schema itself
 * takes precedence.
 */
export const issueText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? VALUE_MESSAGES.required
        : (KINDS[issue.expected] ?? VALUE_MESSAGES.mustBeOtherType);
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return FORMATS[issue.format] ?? VALUE_MESSAGES.wrongForm;
    case 'invalid_value':
      return issue.input === undefined
        ? VALUE_MESSAGES.required
        : fieldText('oneOf', { value: issue.values.map(String).join(', ') });
    case 'not_multiple_of':
      return fieldText('multipleOf', { value: Number(issue.divisor) });
    case 'unrecognized_keys':
      return VALUE_MESSAGES.unknownFields;
    default:
      return VALUE_MESSAGES.notAccepted;
  }
};

const KINDS: Readonly<Record<string, FieldText>> = {
  string: VALUE_MESSAGES.mustBeText,
  number: VALUE_MESSAGES.mustBeNumber,
  int: VALUE_MESSAGES.mustBeWholeNumber,
  boolean: VALUE_MESSAGES.mustBeTrueOrFalse,
  array: VALUE_MESSAGES.mustBeList,
  object: VALUE_MESSAGES.mustBeObject,
  record: VALUE_MESSAGES.mustBeObject,
  date: VALUE_MESSAGES.mustBeDate,
};
const FORMATS: Readonly<Record<string, FieldText>> = {
  uuid: VALUE_MESSAGES.mustBeId,
  email: VALUE_MESSAGES.mustBeEmail,
  date: VALUE_MESSAGES.mustBeDay,
  datetime: VALUE_MESSAGES.mustBeTime,
  url: VALUE_MESSAGES.mustBeAddress,
};
function tooSmall(origin: string, minimum: number): FieldText {
  if (origin === 'string')
    return minimum === 1 ? VALUE_MESSAGES.required : fieldText('atLeastCharacters', { count: minimum });
  if (origin === 'array' || origin === 'set') return fieldText('atLeastEntries', { count: minimum });
  return fieldText('orMore', { value: minimum });
}

function tooBig(origin: string, maximum: number): FieldText {
  if (origin === 'string') return fieldText('atMostCharacters', { count: maximum });
  if (origin === 'array' || origin === 'set') return fieldText('atMostEntries', { count: maximum });
  return fieldText('orLess', { value: maximum });
}
