import type { Fields } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { QuestionCard } from '../../../product/question/question-card.tsx';
import { usePictureAddress } from './pictures.tsx';
import { choiceId, choicesOf, textOf } from './question-problems.ts';
import classes from './questions.module.css';

/** The question as readers see it once they have answered it. */
export function QuestionPreview(props: { question: Fields; id: string; number: number; count: number }) {
  const { t } = useTranslation('questions');
  const { question, id, number, count } = props;
  const addressOf = usePictureAddress();
  const { page } = question;
  return (
    <section className={classes.preview} aria-label={t('preview.readers')}>
      <h4>{t('preview.readers')}</h4>
      <QuestionCard
        number={number}
        count={count}
        question={{
          id: `preview-${id}`,
          text: textOf(question.question) || t('list.untitled'),
          imageUrl: addressOf(question.image),
          choices: choicesOf(question).map((choice) => ({
            id: choiceId(choice),
            text: textOf(choice.answer),
            imageUrl: addressOf(choice.image),
            correct: choice.correct === true,
          })),
          stored: null,
          readOnPage: null,
          justification: {
            text: textOf(question.justification),
            imageUrl: addressOf(question.justification_image),
            page: typeof page === 'number' ? page : null,
          },
        }}
      />
    </section>
  );
}
