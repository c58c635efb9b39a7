import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './result.module.css';
import { ScoreRing } from './score-ring.tsx';

/** The score. Right after submitting it takes the focus, because the reader is at the end of the page. */
export function ResultHead({
  title,
  words,
  percent,
  arriving,
}: {
  title: string;
  words: string;
  percent: number;
  arriving: boolean;
}) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!arriving) return;
    head.current?.scrollIntoView({ block: 'center' });
    head.current?.focus({ preventScroll: true });
  }, [arriving]);
  return (
    <div ref={head} className={classes.head} tabIndex={-1}>
      <ScoreRing percent={percent} label={words} />
      <div className={classes.score}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <span className={classes.figure}>{words}</span>
      </div>
    </div>
  );
}
