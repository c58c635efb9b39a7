/** Something wrong in a file that is not sound. The text completes "lectures/one.mp4 ...". */
export interface FileProblem {
  readonly text: string;
  readonly line: number | null;
}
