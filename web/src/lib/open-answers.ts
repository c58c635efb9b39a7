/** The papers that are answered in this tab. */
const papers = new Set<() => boolean>();

/** `areKept`: the server has all of them. Returns the end. */
export function watchAnswers(areKept: () => boolean): () => void {
  papers.add(areKept);
  return () => papers.delete(areKept);
}

/** Whether the answers that are open in this tab survive the end of the session. */
export const areAnswersKept = (): boolean => papers.size > 0 && [...papers].every((areKept) => areKept());
