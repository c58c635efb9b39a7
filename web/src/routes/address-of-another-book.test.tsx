import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BOOK, idOf, materialOf, VIDEO } from '../features/lectures/testing/materials.ts';
import { renderScreen, sessionOf } from '../testing/render.tsx';
import { BOOK_ID, chapterTest, DRAFTS, TEST_ID } from '../testing/sample-assessments.ts';
import Supplementary from './supplementary.tsx';
import TestDisplay from './test-display.tsx';

const OTHER = '0197a000-0000-7000-8000-0000000000ff';
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');

it('a lecture below the address of another book leads to its own', async () => {
  const id = idOf(1);
  await renderScreen(<Supplementary />, {
    namespaces: ['lectures'],
    session: sessionOf('customer'),
    path: '/supplementary/:id/:bookId/:supplementaryMaterialId',
    at: `/supplementary/${id}/${OTHER}/${id}`,
    answers: { [`GET /book_supplementary_materials/${id}`]: materialOf({ video: VIDEO }) },
  });
  await screen.findByRole('link', { name: 'Lectures' });
  expect(hrefs().filter((href) => href.includes(BOOK.id)).length).toBeGreaterThan(1);
  expect(hrefs().filter((href) => href.includes(OTHER))).toEqual([]);
});

it('a chapter test below the address of another book leads to its own', async () => {
  await renderScreen(<TestDisplay />, {
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    path: '/testdisplay/:testId/:testType/:bookId',
    at: `/testdisplay/${TEST_ID}/0/${OTHER}`,
    answers: { ...DRAFTS, [`GET /tests/${TEST_ID}`]: chapterTest() },
  });
  await screen.findAllByRole('radio');
  expect(hrefs().some((href) => href.includes(BOOK_ID))).toBe(true);
  expect(hrefs().filter((href) => href.includes(OTHER))).toEqual([]);
});
