/** Percent of tax by country (ISO 3166-1 alpha-2), in basis points: 2100 is 21 percent. */
export type TaxRates = ReadonlyMap<string, number>;

/**
 * The tax that a total contains. Prices are shown and charged with it, so what is paid never depends on it: the tax is
 * total x rate / (100 + rate), in integer cents, rounded half up once for each invoice; the net amount is the rest.
 */
export const taxIncluded = (totalCents: number, basisPoints: number): number =>
  Math.floor((2 * totalCents * basisPoints + 10_000 + basisPoints) / (2 * (10_000 + basisPoints)));
