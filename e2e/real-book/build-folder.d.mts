interface Manifest {
  title: string;
  supplementaries: { page: number; materials: { type: string; title: string }[] }[];
}
/** The folder with the material, or null on a machine without it. */
export function findMaterial(folder?: string): string | null;
/** Writes the book folder; `answers` holds the right answer of each question by its text. */
export function buildRealBook(
  target: string,
  material?: string | null,
): Promise<{ manifest: Manifest; answers: Map<string, string> }>;
