import { expect, it } from 'vitest';
import { isSameWord } from './spelling.ts';

it.each([
  ['hyperkalaemia', 'hyperkalemia'],
  ['hyperkalemia', 'hyperkalaemia'],
  ['hyperkalaemia', 'hyperkale'],
  ['diarrhoea', 'diarrhea'],
  ['tumours', 'tumor'],
  ['fibre', 'fiber'],
  ['sulfate', 'sulphate'],
  ['leukaemia', 'leucemia'],
  ['catheterisation', 'catheterization'],
  ['manoeuvre', 'maneuver'],
])('%s is %s in another spelling', (word, typed) => {
  expect(isSameWord(word, typed)).toBe(true);
});

it.each([
  ['hyperglycaemia', 'hyperkalemia'],
  ['hypokalaemia', 'hyperkalemia'],
  ['glucose', 'gluconate'],
  ['glomerular', 'glomerlar'],
])('%s is another word than %s', (word, typed) => {
  expect(isSameWord(word, typed)).toBe(false);
});
