import { Skeleton, Stack } from '@mantine/core';
import { PaperForm, type PaperProps } from './paper-form.tsx';
import { ReadPaper } from './read-paper.tsx';

/** The questions of a quiz or test, to submit, or to read for users who cannot submit. */
export function Paper({ maySubmit, ...paper }: PaperProps & { maySubmit: boolean }) {
  return maySubmit ? <PaperForm {...paper} /> : <ReadPaper {...paper} />;
}

/** A placeholder with three questions and their choices. */
export function PaperSkeleton({ label }: { label: string }) {
  return (
    <Stack gap="xl" aria-busy="true" aria-label={label} role="status">
      {[0, 1, 2].map((question) => (
        <Stack key={question} gap="xs">
          <Skeleton h={12} w={120} />
          <Skeleton h={24} w="80%" />
          {[0, 1, 2, 3].map((choice) => (
            <Skeleton key={choice} h={54} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
