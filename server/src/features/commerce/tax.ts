/** Tax rates by country (ISO 3166-1 alpha-2), in basis points: 2100 is 21 percent. */
export type TaxRates = ReadonlyMap<string, number>;

/**
 * The tax included in a total. Prices are shown and charged with tax, so the amount paid never depends on it. The tax
 * is total x rate / (100 + rate), in integer cents, rounded half up once for each invoice; the net amount is the
 * rest.
 */
export const taxIncluded = (totalCents: number, basisPoints: number): number =>
  Math.floor((2 * totalCents * basisPoints + 10_000 + basisPoints) / (2 * (10_000 + basisPoints)));
