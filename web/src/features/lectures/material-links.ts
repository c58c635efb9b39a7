/** Where a feature's components lead to; the route gives them, because it knows under which prefix it stands. */
export interface MaterialLinks {
  readonly material: (id: string, atSeconds?: number) => string;
  readonly page: (page: number) => string;
  readonly lectures: string;
}
