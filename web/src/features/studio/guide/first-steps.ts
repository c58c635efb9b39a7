import { entriesOf, type Fields, isFields } from '@vesalius/contract/working-copy-document';

/** From a PDF to a published book, in the order in which they are usually done. */
export const FIRST_STEPS = ['pdf', 'chapters', 'questions', 'media', 'price', 'review', 'publish'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

interface Book {
  readonly document: Fields;
  /** Somebody was asked to review it, or has approved it. */
  readonly isReviewed: boolean;
  /** It is published, or a release waits for its time. */
  readonly isPublished: boolean;
}

/** What is done, read from what is there: no step is ticked by hand. */
export function stepsDone({ document, isReviewed, isPublished }: Book): ReadonlySet<FirstStep> {
  const hasQuestions = (value: unknown) =>
    isFields(value as Fields) && entriesOf((value as Fields).questions).length > 0;
  const tested = [...entriesOf(document.quizzes), ...entriesOf(document.tests), document.final_test];
  const done: Readonly<Record<FirstStep, boolean>> = {
    pdf: typeof document.pdf === 'string',
    chapters: entriesOf(document.chapters).length > 0,
    questions: tested.some(hasQuestions),
    media: entriesOf(document.supplementaries).some(({ materials }) => entriesOf(materials).length > 0),
    // 0 is a price: the book is free.
    price: typeof document.price === 'number',
    review: isReviewed,
    publish: isPublished,
  };
  return new Set(FIRST_STEPS.filter((step) => done[step]));
}
