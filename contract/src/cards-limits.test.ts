import { describe, expect, it } from 'vitest';
import { clozeParts, hasHiddenPart, hide, MAX_CARD_TEXT } from './cards-limits.ts';

describe('the hidden parts of a card', () => {
  it('take turns with the text around them', () => {
    expect(clozeParts(`The ${hide('mitral')} valve, {{c2::left::side}}.`)).toEqual([
      'The ',
      'mitral',
      ' valve, ',
      'left',
      '.',
    ]);
    expect(clozeParts('{{c1::not closed')).toEqual(['{{c1::not closed']);
    expect(hasHiddenPart('{{c1:: }}')).toBe(false);
    expect(hasHiddenPart(hide('so'))).toBe(true);
  });

  it('have the numbers that Anki asks for', () => {
    expect(clozeParts('{{c0::a}} {{c50::b}} {{c51::c}}')).toEqual(['{{c0::a}} ', 'b', ' {{c51::c}}']);
    expect(hasHiddenPart('{{c0::a}} {{c100::b}}')).toBe(false);
  });

  it('that are never closed are text, however many they are', () => {
    const openings = '{{c1::'.repeat(MAX_CARD_TEXT / 6);
    expect(clozeParts(openings)).toEqual([openings]);
  });
});
