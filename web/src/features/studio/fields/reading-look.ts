/** What cannot be changed looks like text and not like a field, and an empty value is not taken for a field to fill in. */
export const readingLook = (mayEdit: boolean) =>
  mayEdit ? {} : ({ readOnly: true, variant: 'unstyled', placeholder: '–' } as const);
