/** Unicode's superscripts and subscripts, in the order of the plain characters. */
const PLAIN = '0123456789+-=()';
const RAISED = [...PLAIN, ...'abcdefghijklmnoprstuvwxyz'].map((plain, index) => [
  plain,
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][index] as string,
]) as [string, string][];
const LOWERED = [...PLAIN, ...'aehijklmnoprstuvx'].map((plain, index) => [
  plain,
  [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'][index] as string,
]) as [string, string][];
const MAPS = {
  sup: new Map([...RAISED, ['−', '⁻'], [' ', ' ']]),
  sub: new Map([...LOWERED, ['−', '₋'], [' ', ' ']]),
};
const MARKS = { sup: '^', sub: '_' };

/** Uses superscript or subscript characters where they exist, else `^(text)` and `_(text)`. */
export function shiftText(text: string, direction: 'sup' | 'sub'): { text: string; isMarked: boolean } {
  const shifted = [...text].map((character) => MAPS[direction].get(character));
  if (!shifted.includes(undefined)) return { text: shifted.join(''), isMarked: false };
  const mark = MARKS[direction];
  return { text: text.length === 1 ? mark + text : `${mark}(${text})`, isMarked: true };
}
