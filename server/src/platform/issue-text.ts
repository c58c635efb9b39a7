import type { z } from 'zod';

/**
 * What was wrong with a value, as a sentence for whoever filled in the form or wrote the client. A text that the schema
 * gives itself wins.
 */
export const issueText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required.'
        : `This has to be ${KINDS[issue.expected] ?? 'of another type'}.`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This does not have the right form.';
    case 'invalid_value':
      return issue.input === undefined
        ? 'This is required.'
        : `This has to be one of: ${issue.values.map(String).join(', ')}.`;
    case 'not_multiple_of':
      return `This has to be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'This has fields that are not known here.';
    default:
      return 'This value is not accepted here.';
  }
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'This has to be an id.',
  email: 'Please provide a valid email address.',
  date: 'This has to be a date, as in 2026-03-01.',
  datetime: 'This has to be a time in UTC, as in 2026-03-01T09:00:00Z.',
  url: 'This has to be a web address.',
};
const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string')
    return minimum === 1
      ? 'This is required.'
      : `Use at least ${counted(minimum, 'character', 'characters')}.`;
  if (origin === 'array' || origin === 'set') return `At least ${counted(minimum, 'entry', 'entries')}.`;
  return `This has to be ${minimum} or more.`;
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return `Use at most ${counted(maximum, 'character', 'characters')}.`;
  if (origin === 'array' || origin === 'set') return `At most ${counted(maximum, 'entry', 'entries')}.`;
  return `This has to be ${maximum} or less.`;
}
