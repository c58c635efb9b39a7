/** The value, if it is one of those that exist: addresses may hold anything. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  given: string | null | undefined,
): Value | undefined => values.find((value) => value === given);
