import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { QuestionCard } from './question-card.tsx';

const choices = [
  { id: 'a', text: '14', imageUrl: null },
  { id: 'b', text: 'QT', imageUrl: null },
];

it.each([
  ['كم تبلغ فجوة الأنيونات؟', 'rtl', ['أ', 'ب']],
  ['What is the anion gap?', 'ltr', ['A', 'B']],
])(
  'the choices of “%s” begin beside their letters, also those without a letter',
  async (text, direction, letters) => {
    const question = {
      id: 'q',
      text,
      imageUrl: null,
      choices,
      stored: null,
      readOnPage: null,
      justification: null,
    };
    await renderScreen(<QuestionCard question={question} number={1} count={1} />, {
      namespaces: ['assessments'],
    });
    for (const letter of letters) expect(screen.getByText(letter)).toBeVisible();
    for (const { text: answer } of choices) {
      const shown = screen.getByText(answer);
      // Isolated: it has a direction of its own, and no side.
      expect(shown.tagName).toBe('BDI');
      expect(shown.parentElement?.closest('[dir]')).toHaveAttribute('dir', direction);
    }
  },
);
