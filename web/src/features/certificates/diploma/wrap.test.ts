import { describe, expect, it } from 'vitest';
import { wrap } from './wrap.ts';

describe('wrapping on the certificate', () => {
  it.each([
    ['Ada Lovelace', 20, ['Ada Lovelace']],
    ['exactly twenty chars', 20, ['exactly twenty chars']],
    ['twenty-one characters', 20, ['twenty-one', 'characters']],
    ['Maximiliane von Hohenlohe-Langenburg', 20, ['Maximiliane von', 'Hohenlohe-Langenburg']],
    ['Langenburg-Weikersheim', 20, ['Langenburg-', 'Weikersheim']],
    ['  spaces   are   one  ', 20, ['spaces are one']],
    ['Donaudampfschifffahrtsgesellschaft', 20, ['Donaudampfschifffahr', 'tsgesellschaft']],
    ['عبد الرحمن بن محمد الفقيه', 20, ['عبد الرحمن بن محمد', 'الفقيه']],
    ['', 20, []],
  ])('%s at %i', (text, limit, lines) => {
    expect(wrap(text, limit)).toEqual(lines);
  });

  it('counts a letter with its diacritics as one', () => {
    expect(wrap('مُحَمَّدٌ', 4)).toEqual(['مُحَمَّدٌ']);
    expect(wrap('مُحَمَّدٌ عَلِيّ', 8)).toEqual(['مُحَمَّدٌ عَلِيّ']);
    expect(wrap('مُحَمَّدٌ عَلِيّ', 7)).toEqual(['مُحَمَّدٌ', 'عَلِيّ']);
  });
});
