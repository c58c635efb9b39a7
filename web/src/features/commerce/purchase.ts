/** What the checkout hands over to the page of what was bought. */
export interface Purchase {
  /** The sentence about the payment. */
  readonly message: string;
  readonly isFree: boolean;
}

export function purchaseIn(state: unknown): Purchase | null {
  const { purchase } = (state ?? {}) as { purchase?: Purchase };
  return purchase ?? null;
}
