/** An error inside a file. The text completes "lectures/one.mp4 ...". */
export interface FileProblem {
  readonly text: string;
  readonly line: number | null;
}
