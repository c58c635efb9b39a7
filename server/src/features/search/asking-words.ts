import { foldText } from '@vesalius/contract/reader-text';
import { stemOf } from '@vesalius/contract/search-stems';

/**
 * Words with which questions ask about their subject ("how do I recognize atrial flutter?"). In a book they are rare, and
 * a sentence that has them may be about anything.
 */
const LIST = `ask avoid calculate cause change check cover difference diagnose diagnosis distinguish fast find give handle happen
  identify know localize look lead locate make manage mean measure need normal patient recognize read reason see seem sign someone
  somebody start stop suspect switch take test treat treatment urgent urgently use work
  recognise localise recognised long quickly soon often
  أعالج علاج أحدد أقيس أقرأ أفحص أعرف أميز أعطي أبدأ تبدو يبدو يعمل تعمل يرى يراه ترى تبدأ يبدأ تستغرق يستغرق سبب أسباب الفرق
  فرق وظيفة علامة علامات أعراض أغير أحسب تنشأ ينشأ تعود يعود عاجل عاجلا`;
const WEIGHT = 0.35;

let asking: ReadonlySet<string> | null = null;

/** How much the words of a question count, from 0 to 1: the subject more than what asks about it. */
export function emphasisOf(words: readonly { readonly word: string; readonly stem: string }[]): number[] {
  asking ??= new Set(LIST.split(/\s+/).map((word) => stemOf(foldText(word))));
  const isAsking = words.map(({ stem }) => asking?.has(stem) === true);
  return isAsking.map((asks) => (asks && isAsking.includes(false) ? WEIGHT : 1));
}
