/** The same fonts as in the books; the last ones are system fonts for other scripts. */
export const SERIF = `"Source Serif 4 Variable", "Noto Naskh Arabic Variable", "Noto Serif", Georgia, serif`;
export const SANS = `"Inter Variable", "Noto Sans Arabic Variable", "Noto Sans", system-ui, sans-serif`;

const FACES = [
  '400 40px "Source Serif 4 Variable"',
  '600 40px "Source Serif 4 Variable"',
  'italic 400 40px "Source Serif 4 Variable"',
  '400 40px "Noto Naskh Arabic Variable"',
  '600 40px "Noto Naskh Arabic Variable"',
  '400 40px "Inter Variable"',
  '600 40px "Inter Variable"',
  '400 40px "Noto Sans Arabic Variable"',
  '600 40px "Noto Sans Arabic Variable"',
];

/** A canvas does not wait for fonts, so load those that the text needs before drawing. Missing ones fall back. */
export async function loadFonts(text: string): Promise<void> {
  await Promise.allSettled(FACES.map((face) => document.fonts.load(face, text)));
}
