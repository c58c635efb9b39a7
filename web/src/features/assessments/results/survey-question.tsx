import { Badge, Text } from '@mantine/core';
import type { SurveyResults } from '@vesalius/contract/assessments-results';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { ShareBar } from '../../../ui/share-bar.tsx';
import type { SurveyWish } from './api.ts';
import classes from './results.module.css';
import { SurveyWords } from './survey-words.tsx';

/** How readers answered one question: the distribution, or the words. */
export function SurveyQuestion({
  question,
  wish,
}: {
  question: SurveyResults['questions'][number];
  wish: SurveyWish;
}) {
  const { t, i18n } = useTranslation('results');
  const { question_type: type, number_answered: answered, mean, choices } = question;
  const isSeveral = type === 'MCQ' && !question.is_mcq_single_choice;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <article className={classes.item}>
      <Text component="div" size="sm" c="dimmed">
        {t(`surveyResults.types.${isSeveral ? 'several' : type}`)}
        {' · '}
        {t('surveyResults.answered', { count: answered, number: number(answered) })}
        {mean !== null && (
          <>
            {' · '}
            {t('surveyResults.mean', { mean: number(mean), highest: number(choices.length) })}
          </>
        )}{' '}
        {question.retired && <Badge variant="light">{t('surveyResults.retired')}</Badge>}
      </Text>
      <h3 dir="auto">{question.question}</h3>
      {type === 'OpenEnded' ? (
        <SurveyWords questionId={question.id} wish={wish} />
      ) : (
        <ul className={classes.choices} aria-label={t('surveyResults.distribution')}>
          {choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a question are told in a fixed order
            <li key={index}>
              <span dir="auto">
                {choice.rating === null
                  ? choice.answer_choice
                  : t('surveyResults.rating', { rating: number(choice.rating), text: choice.answer_choice })}
              </span>
              <ShareBar of={answered} value={choice.number_chosen} />
              <span className={classes.count}>
                {number(choice.number_chosen)} ({t('percent', { value: number(choice.percentage) })})
              </span>
            </li>
          ))}
        </ul>
      )}
      {isSeveral && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('surveyResults.severalHint')}
        </Text>
      )}
    </article>
  );
}
