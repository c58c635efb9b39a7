import { defineCalls } from './calls.ts';

/** Answers that a model of the operator's choice makes from passages. They exist only where a model is configured. */
export const generatedAnswersCalls = defineCalls({
  generateBookAnswer: {
    method: 'POST',
    path: '/books/:id/generated_answer',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  generateLibraryAnswer: {
    method: 'POST',
    path: '/generated_answer',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
});
