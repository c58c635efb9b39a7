/** Words that every text has: they neither find nor rank a page. English, Arabic, and what questions of tests consist of. */
import { foldText } from './reader-text.ts';

const LIST = `a about above after again against all also am an and any are as at be because been before being below between both
  but by can cannot could did do does doing done down during each either few for from further had has have having he
  her here hers him his how i if in into is it its itself just let may me might mine more most must my neither no nor
  not of off on once one only or other our out over own same shall she should so some such than that the their theirs
  them then there these they this those through to too under until up upon us very was we were what when where whether
  which while who whom whose why will with within without would you your yours s t
  following statement statements true false best correct correctly likely choose select describe explain tell following
  called known named refer refers mean means
  ما ماذا متي متى كيف لماذا لم لن لا هل من في على علي الى إلى الي عن مع هو هي هم هذا هذه ذلك تلك التي الذي الذين او أو ثم
  ان أن إن كان كانت يكون تكون قد كل بعد قبل بين عند عندما اي أي اين أين كم و ف ب ل اذا إذا حتى حتي غير كما لكن يتم ليس`;

/** Made at the first question: a bundle may run this file before the one with `foldText`. */
let stopWords: ReadonlySet<string> | null = null;

export function isStopWord(word: string): boolean {
  stopWords ??= new Set(LIST.split(/\s+/).map(foldText));
  return stopWords.has(word);
}
