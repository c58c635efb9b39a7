import type { Actor } from '../features/accounts/actor.ts';
import { listKey, type Paper } from '../features/assessments/paper-queries.ts';
import type { GivenAnswer } from '../features/assessments/scoring.ts';
import { storeTurn } from '../features/assessments/store-turn.ts';
import { submitFinalTest } from '../features/assessments/submit-final-test.ts';
import { submitSurvey } from '../features/assessments/submit-survey.ts';
import { listSurveyQuestions } from '../features/assessments/survey-queries.ts';
import { TestPapers } from '../features/assessments/test-papers.ts';
import { cancelSubscription } from '../features/commerce/cancel-subscription.ts';
import { listPageTexts } from '../features/reader/annotation-queries.ts';
import { createAnnotation } from '../features/reader/create-annotation.ts';
import { quoteFinder } from '../features/reader/find-quote.ts';
import { reanchorAnnotations } from '../features/reader/reanchor-annotations.ts';
import { updateCurrentProgress } from '../features/reader/update-current-progress.ts';
import type { SettableClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Deps } from '../platform/deps.ts';
import { DAY_MS } from '../platform/durations.ts';
import { insertDemoProgress } from './demo-program-queries.ts';
import { buyByCard, type DemoBuyer, type DemoDiscount } from './demo-purchase.ts';
import { type DemoBook, listDemoSubjects } from './demo-reader-queries.ts';

interface Note {
  readonly quote: string;
  readonly text?: string;
  readonly color: 'yellow' | 'green' | 'blue' | 'pink';
}

/** A course of the demo's reader: `share` of its pages was read; days count back from today. */
interface Course {
  readonly slug: string;
  readonly boughtDaysAgo: number;
  readonly lastReadDaysAgo: number;
  readonly share: number;
  readonly isDiscounted?: boolean;
  readonly finishedDaysAgo?: number;
  readonly canceledDaysAgo?: number;
  readonly notes: readonly Note[];
}

/** One finished book with a certificate, whose renewal was canceled; one in the middle; one just begun. */
const COURSES: readonly Course[] = [
  {
    slug: 'ecg-in-practice',
    boughtDaysAgo: 320,
    lastReadDaysAgo: 61,
    share: 1,
    finishedDaysAgo: 60,
    canceledDaysAgo: 12,
    notes: [
      {
        quote: 'needs an explanation.',
        text: 'Look for this on every tracing: T against QRS in a narrow beat.',
        color: 'yellow',
      },
      { quote: 'the normal T wave points the same way as the QRS complex.', color: 'green' },
      {
        quote: 'A QTc above 500 ms, whatever the formula, is a risk for torsades de pointes',
        text: 'Our ward: call the senior, stop the macrolide, check potassium and magnesium.',
        color: 'pink',
      },
      { quote: 'Do not accept a machine’s QTc without looking.', color: 'yellow' },
      {
        quote: 'A normal recording does not exclude an acute coronary syndrome',
        text: 'Repeat after 10 minutes if the pain goes on.',
        color: 'blue',
      },
      { quote: 'Fridericia’s formula uses the cube root', color: 'green' },
    ],
  },
  {
    slug: 'chest-radiography',
    boughtDaysAgo: 95,
    lastReadDaysAgo: 1,
    share: 0.64,
    isDiscounted: true,
    notes: [
      { quote: 'They should be followed with the eye, one after the other, on every film.', color: 'yellow' },
      {
        quote: 'The right ventricle forms no border on the frontal film.',
        text: 'Asked in the quiz, and I had it wrong.',
        color: 'pink',
      },
      { quote: 'A convex aortopulmonary window is abnormal', color: 'green' },
      {
        quote: 'Up to 0.5 is accepted as normal in adults.',
        text: 'Not on an AP film from intensive care.',
        color: 'blue',
      },
      {
        quote: 'The right heart border is the right atrium and lies against the middle lobe.',
        color: 'green',
      },
    ],
  },
  { slug: 'clinical-nephrology', boughtDaysAgo: 6, lastReadDaysAgo: 0, share: 0.12, notes: [] },
];

/** A year of a reader, made by the use cases that a real one goes through, with a clock that is set to each day. */
export async function loadDemoReader(
  deps: Deps,
  clock: SettableClock,
  {
    now: today,
    reader,
    books,
    discount,
  }: { now: Date; reader: DemoBuyer; books: readonly DemoBook[]; discount: DemoDiscount },
): Promise<void> {
  const actor: Actor = {
    userId: reader.id,
    sessionId: '',
    role: 'customer',
    emailVerified: true,
    isBeta: false,
    institutionIds: [],
    language: 'en',
    timeZone: 'UTC',
  };
  const setDay = (daysAgo: number) => clock.set(new Date(today.getTime() - daysAgo * DAY_MS));
  for (const course of COURSES) {
    const book = books.find(({ slug }) => slug === course.slug);
    if (!book) continue;
    setDay(course.boughtDaysAgo);
    const subscriptionId = await buyByCard(deps, reader, book, course.isDiscounted ? discount : null);
    await read(course, book);
    await learn(course, book);
    await annotate(course, book);
    if (course.canceledDaysAgo !== undefined) {
      setDay(course.canceledDaysAgo);
      const reason = 'I have finished the book';
      await cancelSubscription(deps.db, { id: subscriptionId, userId: reader.id, reason, at: clock.now() });
    }
  }
  clock.set(today);

  async function read({ boughtDaysAgo, lastReadDaysAgo, share }: Course, book: DemoBook): Promise<void> {
    const page = Math.max(1, Math.round(book.pages * share));
    setDay(boughtDaysAgo - 1);
    const progress = { userId: reader.id, bookId: book.id, page, pages: book.pages, at: clock.now() };
    await inTransaction(deps.db, (tx) => insertDemoProgress(tx, progress));
    setDay(lastReadDaysAgo);
    const shown = { bookId: book.id, page, shown: [page], readAt: null, sentAt: null };
    await updateCurrentProgress(deps, actor, shown);
  }

  async function learn(course: Course, book: DemoBook): Promise<void> {
    const { quizzes, tests, finalTestId, surveyId } = await listDemoSubjects(deps.db, book.id);
    const lastPage = Math.round(book.pages * course.share);
    const days = course.boughtDaysAgo - (course.finishedDaysAgo ?? course.lastReadDaysAgo);
    const setDayOfPage = (page: number) =>
      setDay(Math.max(course.boughtDaysAgo - 1 - (days * page) / lastPage, course.lastReadDaysAgo));
    const of = { userId: reader.id, bookId: book.id };
    for (const { id, page } of quizzes.filter((quiz) => quiz.page <= lastPage)) {
      setDayOfPage(page);
      const answers = await answersOf({ kind: 'quiz', id }, 3);
      await storeTurn(deps.db, { ...of, kind: 'quiz', subjectId: id, answers }, clock.now());
    }
    for (const { id, prePage, postPage } of tests) {
      for (const [kind, page, wrongEvery] of [
        ['pre', prePage, 2],
        ['post', postPage, 8],
      ] as const) {
        if (page > lastPage) continue;
        setDayOfPage(page);
        const answers = await answersOf({ kind: 'test', id }, wrongEvery);
        await storeTurn(deps.db, { ...of, kind, subjectId: id, answers }, clock.now());
      }
    }
    if (course.finishedDaysAgo === undefined || finalTestId === null) return;
    setDay(course.finishedDaysAgo);
    const { bookId } = of;
    const answers = await answersOf({ kind: 'final', id: finalTestId }, 9);
    const papers = new TestPapers();
    const imageUrl = () => null;
    await submitFinalTest(deps.db, {
      actor,
      bookId,
      answers,
      attempt: 1,
      papers,
      imageUrl,
      now: clock.now(),
    });
    if (surveyId)
      await submitSurvey(deps.db, { actor, surveyId, answers: await opinions(surveyId) }, clock.now());
  }

  /** Every `wrongEvery`th question is answered wrongly. */
  async function answersOf(paper: Paper, wrongEvery: number): Promise<GivenAnswer[]> {
    const key = await listKey(deps.db, paper);
    return key.map(({ questionId, choiceIds, correctId }, index) => {
      const wrong = choiceIds.find((choiceId) => choiceId !== correctId);
      const isWrong = index % wrongEvery === wrongEvery - 1;
      return { questionId, choiceId: ((isWrong ? wrong : correctId) ?? choiceIds[0]) as string };
    });
  }

  async function opinions(surveyId: string) {
    const questions = await listSurveyQuestions(deps.db, surveyId);
    return questions.map(({ id, type, choices }) => ({
      survey_question_id: id,
      ...(type === 'OpenEnded' ? { open_ended_answer: 'More tracings to practise on.' } : {}),
      ...(type === 'Rating' ? { rating: choices.length } : {}),
      ...(type === 'MCQ'
        ? { survey_question_answer_choice_ids: choices.slice(0, 1).map((choice) => choice.id) }
        : {}),
    }));
  }

  async function annotate({ notes, boughtDaysAgo, lastReadDaysAgo }: Course, book: DemoBook): Promise<void> {
    if (notes.length === 0) return;
    const find = quoteFinder(await listPageTexts(deps.db, book.id));
    for (const [index, { quote, text = '', color }] of notes.entries()) {
      const found = find({ pageNumber: 1, quote, quoteBefore: '', quoteAfter: '' });
      if (!found) continue;
      setDay(boughtDaysAgo - ((boughtDaysAgo - lastReadDaysAgo) * (index + 1)) / (notes.length + 1));
      await createAnnotation(deps, actor, {
        book_id: book.id,
        note: { pageNumber: found.page, quote, text },
        color,
        rects: [],
        quote_before: '',
        quote_after: '',
        for_editors: true,
      });
    }
    await reanchorAnnotations(deps, book.id);
  }
}
