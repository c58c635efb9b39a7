import type { StepLinks } from '../features/certificates/missing-steps.tsx';
import { paths } from '../lib/paths.ts';

/** Links to where a reader completes the missing requirements of a certificate. */
export const certificateStepLinks: StepLinks = {
  page: (bookId, page) => (page ? paths.bookViewer.to(bookId, page) : paths.bookViewer.to(bookId)),
  finalTest: (bookId) => paths.finalTest.to('result', bookId, 'ViewScore'),
};
