/** Answers of the server for the screens of tests, as the contract says them. A test changes what matters to it. */
import type {
  FinalTest,
  FinalTestAttempt,
  Quiz,
  Test,
  TestSummary,
} from '@vesalius/contract/assessments-questions';
import type { Survey } from '@vesalius/contract/assessments-surveys';
import type { Certificate, Verification } from '@vesalius/contract/certificates';

const id = (name: string) => `0197a000-0000-7000-8000-${name.padStart(12, '0')}`;
export const BOOK_ID = id('b');
export const QUIZ_ID = id('1');
export const TEST_ID = id('2');
const FINAL_ID = id('3');
export const SURVEY_ID = id('4');

const questionIds = [id('11'), id('12')] as const;
const choicesOf = (questionId: string) => [
  { id: questionId.replace(/..$/, 'a1'), answer: `Right of ${questionId.slice(-2)}`, image_url: null },
  { id: questionId.replace(/..$/, 'a2'), answer: `Wrong of ${questionId.slice(-2)}`, image_url: null },
];
/** Ids of choices must differ between questions. */
const idsApart = (questionId: string) =>
  choicesOf(questionId).map((choice) => ({
    ...choice,
    id: `${choice.id.slice(0, -4)}${questionId.slice(-2)}${choice.id.slice(-2)}`,
  }));
const revelation = { justification: 'Because it is so.', justification_image_url: null, page_number: 12 };

export function quiz({
  answered = 0,
  maySubmit = true,
}: {
  answered?: number;
  maySubmit?: boolean;
} = {}): Quiz {
  return {
    quiz_id: QUIZ_ID,
    book_quiz_id: QUIZ_ID,
    book_id: BOOK_ID,
    book_page: 7,
    title: 'Quiz of the page',
    total_points: 2,
    number_of_questions: 2,
    number_answered: answered,
    solved: answered === 2,
    user_points: answered,
    may_submit: maySubmit,
    questions: questionIds.map((questionId, index) => {
      const choices = idsApart(questionId).map((choice) => ({ ...choice, question_id: questionId }));
      const shared = { id: questionId, question: `What is asked ${index + 1}?`, image_url: null, points: 1 };
      if (maySubmit && index >= answered)
        return { revealed: false, ...shared, answer_choices: choices, user_answer: null };
      return {
        revealed: true,
        ...shared,
        ...revelation,
        answer_choices: choices.map((choice, at) => ({ ...choice, correct: at === 0 })),
        user_answer: maySubmit
          ? {
              question_id: questionId,
              answer_choice_id: choices[0]?.id ?? '',
              correct: true,
              user_gained_points: 1,
            }
          : null,
      };
    }),
  };
}

export const testSummary = (fields: Partial<TestSummary> = {}): TestSummary => ({
  id: TEST_ID,
  book_id: BOOK_ID,
  title: 'Chapter test',
  note: 'Without the book, please.',
  is_mandatory: false,
  pre_page: 5,
  post_page: 20,
  total_points: 2,
  number_of_questions: 2,
  pre_solved: false,
  post_solved: false,
  post_open: false,
  pages_shown: 0,
  pages_needed: 8,
  pre_test_points: null,
  post_test_points: null,
  sections_results: [],
  ...fields,
});

export const WEAK_SECTION = {
  name: 'The heart',
  percentage: 50,
  message: 'Read it again.',
  pre_test_score_percentage: 50,
  post_test_score_percentage: null,
  section_from: 5,
  section_to: 12,
};

export function chapterTest({ pre = false, post = false, maySubmit = true } = {}): Test {
  const summary = testSummary({
    pre_solved: pre,
    post_solved: post,
    post_open: pre && !post,
    pre_test_points: pre ? 1 : null,
    post_test_points: post ? 2 : null,
    sections_results: pre
      ? [{ ...WEAK_SECTION, ...(post ? { percentage: 100, post_test_score_percentage: 100 } : {}) }]
      : [],
  });
  return {
    ...summary,
    may_submit: maySubmit,
    test_questions: questionIds.map((questionId, index) => {
      const choices = idsApart(questionId);
      const given = (at: number) => ({ test_answer_choice_id: choices[at]?.id ?? '', correct: at === 0 });
      const shared = {
        id: questionId,
        question: `What is asked ${index + 1}?`,
        image_url: null,
        points: 1,
        pre_test_user_answer: pre ? given(index) : null,
      };
      if (!post && maySubmit)
        return { revealed: false, ...shared, test_answer_choices: choices, post_test_user_answer: null };
      return {
        revealed: true,
        ...shared,
        ...revelation,
        test_answer_choices: choices.map((choice, at) => ({ ...choice, correct: at === 0 })),
        post_test_user_answer: post ? given(0) : null,
      };
    }),
  };
}

export const finalAttempt = (number: number, score: number, best: boolean): FinalTestAttempt => ({
  number,
  score,
  total: 10,
  percentage: score * 10,
  passed: score > 5,
  reaches_certificate: score >= 7,
  submitted_at: '2026-11-20T09:00:00.000Z',
  best,
});

export function finalTest(attempts: FinalTestAttempt[] = [], { paper = false } = {}): FinalTest {
  const shown = paper ? undefined : attempts[0];
  return {
    id: FINAL_ID,
    book_id: BOOK_ID,
    book_title: 'The Book',
    has_certificate: true,
    note: '',
    may_submit: true,
    total_score: 10,
    number_of_questions: 2,
    details: {
      questions: questionIds.map((questionId, index) => {
        const choices = idsApart(questionId).map(({ id: answer_choice_id, ...rest }) => ({
          answer_choice_id,
          ...rest,
        }));
        const shared = {
          question_id: questionId,
          question: `What is asked ${index + 1}?`,
          image_url: null,
          points: 5,
        };
        return shown
          ? {
              revealed: true as const,
              ...shared,
              ...revelation,
              answer_choices: choices.map((choice, at) => ({ ...choice, correct: at === 0 })),
            }
          : { revealed: false as const, ...shared, page_number: null, answer_choices: choices };
      }),
    },
    user_answers: shown
      ? {
          number: shown.number,
          score: shown.score,
          answers: questionIds.map((questionId) => ({
            question_id: questionId,
            answer_id: idsApart(questionId)[1]?.id ?? '',
            correct: false,
          })),
        }
      : null,
    attempts,
    retake_at: null,
    retake_pause_minutes: 10,
    next_attempt: attempts.length + 1,
  };
}

export const survey = (fields: Partial<Survey> = {}): Survey => ({
  id: SURVEY_ID,
  book_id: BOOK_ID,
  title: 'Your view',
  solved: false,
  may_submit: true,
  certificate_earned: false,
  survey_questions: [
    {
      id: id('21'),
      question: 'How good is it?',
      question_type: 'Rating',
      is_mcq_single_choice: true,
      survey_question_answer_choices: ['Excellent', 'Poor'].map((text, index) => ({
        id: id(`3${index}`),
        answer_choice: text,
        rating: 2 - index,
      })),
      user_answer: null,
    },
    {
      id: id('22'),
      question: 'What did you use?',
      question_type: 'MCQ',
      is_mcq_single_choice: false,
      survey_question_answer_choices: ['Text', 'Figures'].map((text, index) => ({
        id: id(`4${index}`),
        answer_choice: text,
        rating: null,
      })),
      user_answer: null,
    },
    {
      id: id('23'),
      question: 'Anything else?',
      question_type: 'OpenEnded',
      is_mcq_single_choice: true,
      survey_question_answer_choices: [],
      user_answer: null,
    },
  ],
  ...fields,
});

export const certificate = (fields: Partial<Certificate['certificate']> = {}): Certificate => ({
  id: id(fields.certificate_type === 'credit' ? 'c1' : 'c0'),
  book_id: BOOK_ID,
  user_name: 'Ada Lovelace',
  book_title: 'The Book',
  book_version: '2',
  author_name: 'A. Writer',
  issue_date: '2026-11-20T09:00:00.000Z',
  name_changed: false,
  name_corrected: false,
  account_name: 'Ada Lovelace',
  certificate: {
    certificate_type: 'hours',
    certificate_title: 'Reading the Book',
    certificate_description: 'An enduring activity.',
    requirements: { final_test_percent: 70, survey: true, mandatory_tests: false, pages_percent: null },
    book_completed: true,
    hours_of_participation: 6,
    submission_date: '2026-11-20',
    certificate_unique_id: 'VSL-7F3K-9QXD-2M4T',
    verification_url: 'http://localhost/certificates/verify/VSL-7F3K-9QXD-2M4T',
    credits_maximum: null,
    credits_claimed: null,
    provider: null,
    accreditation_statement: null,
    designation_statement: null,
    ...fields,
  },
});

export const verification = (fields: Partial<Verification> = {}): Verification => ({
  status: 'valid',
  revoked_at: null,
  certificate_unique_id: 'VSL-7F3K-9QXD-2M4T',
  user_name: 'Ada Lovelace',
  book_title: 'The Book',
  book_version: '2',
  author_name: 'A. Writer',
  certificate_type: 'hours',
  certificate_title: 'Reading the Book',
  requirements: { final_test_percent: 70, survey: true, mandatory_tests: false, pages_percent: null },
  book_completed: true,
  hours_of_participation: 6,
  credits_maximum: null,
  credits_claimed: null,
  provider: null,
  submission_date: '2026-11-20',
  issue_date: '2026-11-20T09:00:00.000Z',
  replaces_issue_of: null,
  ...fields,
});

/** Nothing was kept before; whatever is kept now is fine. */
export const DRAFTS = {
  'GET /answer_drafts': { kind: 'quiz', subject_id: QUIZ_ID, answers: [], updated_at: null },
  'PATCH /answer_drafts': { kind: 'quiz', subject_id: QUIZ_ID, answers: [], updated_at: null },
};
