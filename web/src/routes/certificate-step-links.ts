import type { StepLinks } from '../features/certificates/missing-steps.tsx';
import { paths } from '../lib/paths.ts';

/** Where a reader does what is missing for a certificate. */
export const certificateStepLinks: StepLinks = {
  page: (bookId, page) => (page ? paths.bookViewer.to(bookId, page) : paths.bookViewer.to(bookId)),
  finalTest: (bookId) => paths.finalTest.to('result', bookId, 'ViewScore'),
};
