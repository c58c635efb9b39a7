/** The link targets of a feature's components. The route provides them, because it knows its prefix. */
export interface MaterialLinks {
  readonly material: (id: string, atSeconds?: number) => string;
  readonly page: (page: number) => string;
  readonly lectures: string;
}
