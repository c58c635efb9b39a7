import { QUESTION_FINDING_KINDS, type QuestionFilePreview } from '@vesalius/contract/work-questions';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { letterOf } from '../../../product/question/asked-question.ts';
import classes from './import.module.css';

type Finding = QuestionFilePreview['findings'][number];

/** The content of a file, with what will be imported and what will not. */
export function ImportPreview({
  read: { format, questions, pictures, findings },
}: {
  read: QuestionFilePreview;
}) {
  const { t, i18n } = useTranslation('questions');
  const refused = new Set(
    findings.flatMap(({ kind, question }) => (kind === 'refused' && question !== null ? [question] : [])),
  );
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <section aria-label={t('preview.label')}>
      <p className={classes.summary} role="status">
        {questions.length === 0
          ? t('preview.nothing')
          : t('preview.summary', { count: questions.length, number: number(questions.length), format })}
        {pictures.length > 0 &&
          ` ${t('preview.pictures', { count: pictures.length, number: number(pictures.length) })}`}
      </p>
      {QUESTION_FINDING_KINDS.map((kind) => {
        const own = findings.filter((each) =>
          // A refused question loses no parts.
          kind === 'refused'
            ? each.kind === kind
            : each.kind === kind && !(each.question !== null && refused.has(each.question)),
        );
        if (own.length === 0) return null;
        // A question may have several findings. Each finding without a question counts separately.
        const count = new Set(own.map((each) => each.question ?? JSON.stringify(each))).size;
        return (
          <section key={kind} aria-label={t(`preview.kinds.${kind}`)}>
            <h3>
              {t(`preview.kinds.${kind}`)} ({number(count)})
            </h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
            <ul className={classes.findings} tabIndex={0}>
              {own.map((finding) => (
                <li key={JSON.stringify(finding)}>
                  <span className={classes.place}>{placeOf(finding)}</span>{' '}
                  {finding.title && <bdi>{finding.title}</bdi>}
                  {/* In the words of the server's file parser, which are English. */}
                  <p lang="en" dir="ltr">
                    {finding.text}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {questions.length > 0 && (
        <>
          <h3>{t('preview.taken')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
          <ol className={classes.questions} tabIndex={0} aria-label={t('preview.taken')}>
            {questions.map(({ key, question, choices, page, image }) => (
              <li key={key}>
                <p dir="auto">{question}</p>
                {image && <p className={classes.place}>{t('preview.picture', { name: image })}</p>}
                <ul>
                  {choices.map((choice, index) => (
                    <li key={`${choice.answer} ${choice.image}`} data-right={choice.correct || undefined}>
                      <span>{letterOf(index)}</span> <bdi>{choice.answer ?? choice.image}</bdi>
                      {choice.correct && <strong>{t('preview.right')}</strong>}
                    </li>
                  ))}
                </ul>
                {page !== undefined && (
                  <p className={classes.place}>{t('preview.page', { page: number(page) })}</p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );

  function placeOf({ question, line }: Finding): string {
    const parts = [
      question === null ? t('preview.wholeFile') : t('preview.question', { number: number(question) }),
      ...(line === null ? [] : [t('preview.line', { number: number(line) })]),
    ];
    return parts.join(t('preview.comma'));
  }
}
