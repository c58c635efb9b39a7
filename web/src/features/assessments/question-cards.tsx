import type { AskedQuestion } from '../../product/question/asked-question.ts';
import { QuestionCard } from '../../product/question/question-card.tsx';
import { PaperPages } from './paper-pages.tsx';
import type { useQuestionPages } from './use-question-pages.ts';

/** Questions to read, page by page. */
export function QuestionCards({
  questions,
  pages,
  pageLink,
}: {
  questions: readonly AskedQuestion[];
  pages: ReturnType<typeof useQuestionPages>;
  pageLink: (page: number) => string;
}) {
  return (
    <PaperPages pages={pages} count={questions.length}>
      {questions.slice(pages.from, pages.to).map((question, index) => (
        <QuestionCard
          key={question.id}
          question={question}
          number={pages.from + index + 1}
          count={questions.length}
          pageLink={pageLink}
        />
      ))}
    </PaperPages>
  );
}
