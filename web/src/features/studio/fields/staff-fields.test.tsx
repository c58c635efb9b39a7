import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

it.each([
  ['author', true],
  ['staff', false],
] as const)(
  'the address of a book is shown to its producer and changed by staff (%s)',
  async (role, isFixed) => {
    const { answers } = workAnswers({ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' });
    await renderScreen(<StudioWorkPage />, {
      namespaces: [
        'studio',
        'publishing',
        'questions',
        'studies',
        'assessments',
        'perceiving',
        'uploads',
        'fields',
      ],
      path: '/studio/:id',
      at: '/studio/w1',
      session: sessionOf(role),
      answers,
    });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Part' }), 'Profile');
    const field = document.querySelector('[data-field="slug"]');
    const input = field?.querySelector('input');
    expect([input?.value, input?.readOnly]).toEqual(['atlas', isFixed]);
    expect(field?.textContent?.includes('Only staff change this.')).toBe(isFixed);
  },
);
