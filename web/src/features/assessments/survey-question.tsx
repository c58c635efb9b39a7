import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { OPEN_ANSWER_MAX_LENGTH } from '@vesalius/contract/assessments-limits';
import type { SurveyQuestion as Asked } from '@vesalius/contract/assessments-surveys';
import { useTranslation } from 'react-i18next';
import { OWN_DIRECTION } from '../../ui/own-direction.ts';
import classes from './survey-form.module.css';
import type { SurveyGiven } from './survey-given.ts';

/** One question of the survey, in the form of its type. */
export function SurveyQuestion({
  asked,
  given,
  onChange,
  locked,
}: {
  asked: Asked;
  given: SurveyGiven;
  onChange: (given: SurveyGiven) => void;
  locked: boolean;
}) {
  const { t } = useTranslation('assessments');
  const choices = asked.survey_question_answer_choices;
  if (asked.question_type === 'OpenEnded')
    return (
      <Textarea
        label={<bdi>{asked.question}</bdi>}
        classNames={{ label: classes.text }}
        placeholder={t('survey.yourWords')}
        description={t('survey.characters', { count: given.text?.length ?? 0, max: OPEN_ANSWER_MAX_LENGTH })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxLength={OPEN_ANSWER_MAX_LENGTH}
        readOnly={locked}
        attributes={OWN_DIRECTION}
        value={given.text ?? ''}
        onChange={(event) => onChange({ ...given, text: event.currentTarget.value })}
      />
    );
  return (
    <fieldset className={classes.question} disabled={locked}>
      <legend dir="auto">{asked.question}</legend>
      {asked.question_type === 'Rating' ? (
        <div className={classes.rating}>
          {choices.map((choice) => (
            <label key={choice.id} className={classes.grade}>
              <input
                type="radio"
                name={asked.id}
                checked={given.rating === choice.rating}
                onChange={() => onChange({ choice_ids: [], rating: choice.rating ?? 0 })}
              />
              <strong>{choice.rating}</strong>
              <span dir="auto">{choice.answer_choice}</span>
            </label>
          ))}
        </div>
      ) : asked.is_mcq_single_choice ? (
        <Stack gap="xs">
          {choices.map((choice) => (
            <Radio
              key={choice.id}
              name={asked.id}
              label={<bdi>{choice.answer_choice}</bdi>}
              checked={given.choice_ids.includes(choice.id)}
              onChange={() => onChange({ choice_ids: [choice.id] })}
            />
          ))}
        </Stack>
      ) : (
        <>
          <p className={classes.hint}>{t('survey.chooseSeveral')}</p>
          <Stack gap="xs">
            {choices.map((choice) => (
              <Checkbox
                key={choice.id}
                label={<bdi>{choice.answer_choice}</bdi>}
                checked={given.choice_ids.includes(choice.id)}
                onChange={(event) =>
                  onChange({
                    choice_ids: event.currentTarget.checked
                      ? [...given.choice_ids, choice.id]
                      : given.choice_ids.filter((id) => id !== choice.id),
                  })
                }
              />
            ))}
          </Stack>
        </>
      )}
    </fieldset>
  );
}
