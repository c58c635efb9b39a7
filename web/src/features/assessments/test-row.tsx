import { Badge, Tooltip } from '@mantine/core';
import type { TestSummary } from '@vesalius/contract/assessments-questions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Mark } from '../../product/marks.tsx';
import { nextTurn, type TurnName } from './opening.ts';
import classes from './tests-panel.module.css';
import { useLockReason } from './use-lock-reason.ts';

/** A chapter test with its two turns. The turn that can be taken now is highlighted. */
export function TestRow({
  test,
  href,
  reads,
}: {
  test: TestSummary;
  href: (turn: TurnName) => string;
  /** For authors, editors and directors: nothing is locked, nothing is next. */
  reads: boolean;
}) {
  const { t } = useTranslation('assessments');
  return (
    <li className={classes.row}>
      <div>
        <h3 className={classes.name}>
          <bdi>{test.title}</bdi>
          {test.is_mandatory && (
            <Badge className={classes.badge} variant="light" color="ochre" size="sm">
              {t('mandatory')}
            </Badge>
          )}
        </h3>
        <p className={classes.facts}>
          <span>{t('tests.questions', { count: test.number_of_questions })}</span>
          <span>{t('tests.preOnPage', { page: test.pre_page })}</span>
          <span>{t('tests.postOnPage', { page: test.post_page })}</span>
        </p>
      </div>
      <div className={classes.turns}>
        {(['pre', 'post'] as const).map((turn) => (
          <TurnLink key={turn} test={test} turn={turn} href={href(turn)} reads={reads} />
        ))}
      </div>
    </li>
  );
}

function TurnLink({
  test,
  turn,
  href,
  reads,
}: {
  test: TestSummary;
  turn: TurnName;
  href: string;
  reads: boolean;
}) {
  const { t } = useTranslation('assessments');
  const solved = turn === 'pre' ? test.pre_solved : test.post_solved;
  const points = turn === 'pre' ? test.pre_test_points : test.post_test_points;
  const name = t(turn === 'pre' ? 'preTest' : 'postTest');
  const lockReason = useLockReason();
  const locked = reads ? null : lockReason(test, turn);
  if (locked !== null)
    return (
      <Tooltip label={locked} events={{ hover: true, focus: true, touch: true }}>
        {/* Focusable, so that keyboard users can read the reason. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it explains why there is no link */}
        <span className={classes.turn} data-locked tabIndex={0}>
          {name}
          <span className={classes.state}>
            <Mark name="lock" size={14} />
            {locked}
          </span>
        </span>
      </Tooltip>
    );
  const next = !reads && nextTurn(test) === turn;
  const state = solved
    ? t('points', { score: points, total: test.total_points })
    : t(reads ? 'tests.look' : next ? 'tests.take' : 'tests.open');
  return (
    <Link
      to={href}
      className={classes.turn}
      data-next={next || undefined}
      data-solved={solved || undefined}
      // The accessible name adds the test's title to the visible text.
      aria-label={`${name} ${state}: ${test.title}`}
    >
      {name}
      <span className={classes.state}>
        {solved ? (
          <>
            <Mark name="right" size={14} />
            {state}
          </>
        ) : (
          state
        )}
      </span>
    </Link>
  );
}
