import { waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { BOOK_ID, QUIZ_ID, TEST_ID } from '../testing/sample-assessments.ts';
import { dismissAllToasts, getToasts } from '../ui/notify.ts';
import FinalTest from './final-test.tsx';
import QuizDisplay from './quiz-display.tsx';
import Supplementary from './supplementary.tsx';
import TestDisplay from './test-display.tsx';

const refused = new FakeFailure(403, { code: 'not_subscribed', message: 'You need to subscribe.' });

describe('the address of a part of a book that the reader does not have', () => {
  afterEach(dismissAllToasts);

  const LECTURE = '0197a000-0000-7000-8000-0000000000aa';
  const parts: [string, ReactElement, string, string, string][] = [
    [
      'quiz',
      <QuizDisplay key="quiz" />,
      '/quizdisplay/:quizId/:bookId/:bookPage',
      `/quizdisplay/${QUIZ_ID}/${BOOK_ID}/4`,
      `GET /quizzes/${QUIZ_ID}`,
    ],
    [
      'post-test',
      <TestDisplay key="test" />,
      '/testdisplay/:testId/:testType/:bookId',
      `/testdisplay/${TEST_ID}/1/${BOOK_ID}`,
      `GET /tests/${TEST_ID}`,
    ],
    [
      'final test',
      <FinalTest key="final" />,
      '/FinalTest/:mode/:bookId/:testViewMode',
      `/FinalTest/take/${BOOK_ID}/take`,
      'GET /final_tests',
    ],
    [
      'lecture',
      <Supplementary key="lecture" />,
      '/supplementary/:id/:bookId/:supplementaryMaterialId',
      `/supplementary/${LECTURE}/${BOOK_ID}/${LECTURE}`,
      `GET /book_supplementary_materials/${LECTURE}`,
    ],
  ];
  it.each(parts)('%s: leads home, and says why and where to go', async (_name, screenOf, path, at, call) => {
    for (const [language, words, label] of [
      ['en', 'You need to subscribe to access this page.', 'Go to the book'],
      ['ar', 'عليك الاشتراك للوصول إلى هذه الصفحة.', 'إلى صفحة الكتاب'],
    ] as const) {
      const { location, unmount } = await renderScreen(screenOf, {
        namespaces: ['assessments', 'lectures'],
        session: sessionOf('customer'),
        answers: { [call]: refused },
        ...{ language, path, at },
      });
      await waitFor(() => expect(location()).toBe('/'));
      const [toast] = getToasts();
      expect(toast).toMatchObject({ tone: 'error', text: words, action: { label } });
      toast?.action?.run();
      await waitFor(() => expect(location()).toBe(`/book-profile/${BOOK_ID}`));
      dismissAllToasts();
      unmount();
    }
  });
});
