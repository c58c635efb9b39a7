import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { StudyReport } from '@vesalius/contract/work-studies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../lib/error-text.ts';
import { announce } from '../../../../ui/announce.ts';
import { notifyError } from '../../../../ui/notify.ts';
import { workStudiesApi } from '../../api.ts';
import { useForm } from '../../fields/form-context.ts';
import { AttributeChoices } from './attribute-choices.tsx';
import { ImageGrid } from './image-grid.tsx';
import classes from './study.module.css';

interface DecisionFormProps {
  readonly report: StudyReport;
  /** Of the material. */
  readonly studyKey: string;
  /** The reason, by the attribute. */
  readonly keptBefore: ReadonlyMap<string, string>;
  readonly onDecided: (report: StudyReport) => void;
}

/** Every attribute and every image that was found, and what shall happen to it. */
export function DecisionForm({ report, studyKey, keptBefore, onDecided }: DecisionFormProps) {
  const { t, i18n } = useTranslation('studies');
  const { workId } = useForm();
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(keptBefore);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [hasLooked, setLooked] = useState(false);
  const [isTried, setTried] = useState(false);
  const lacksReason = [...kept.values()].some((reason) => reason.trim() === '');
  const isLeavingOut = leftOut.size > 0;
  const leavesNothing = leftOut.size >= report.files;
  const decide = useMutation({
    mutationFn: () =>
      workStudiesApi.decideStudy({
        params: { id: workId, key: studyKey },
        body: {
          content: report.content ?? '',
          kept: [...kept].map(([attribute, reason]) => ({ attribute, reason: reason.trim() })),
          left_out: [...leftOut],
        },
      }),
    onSuccess: (next) => {
      announce(t(leftOut.size > 0 ? 'leftOutDone' : 'recorded'));
      onDecided(next);
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!lacksReason && (hasLooked || isLeavingOut) && !leavesNothing) decide.mutate();
      }}
    >
      <AttributeChoices attributes={report.attributes} kept={kept} onChange={setKept} isTried={isTried} />
      <ImageGrid
        report={report}
        leftOut={leftOut}
        onLeaveOut={(asset, isOut) =>
          setLeftOut((before) => {
            const next = new Set(before);
            if (isOut) next.add(asset);
            else next.delete(asset);
            return next;
          })
        }
      />
      {isLeavingOut ? (
        <p>{t('leaveOutHint')}</p>
      ) : (
        <Checkbox
          checked={hasLooked}
          onChange={({ currentTarget }) => setLooked(currentTarget.checked)}
          label={t('looked')}
          error={isTried && !hasLooked ? t('looksFirst') : null}
        />
      )}
      {leavesNothing && <p role="alert">{t('leavesNothing')}</p>}
      <Button type="submit" loading={decide.isPending}>
        {isLeavingOut ? t('leaveOutAll', { count: leftOut.size }) : t('record')}
      </Button>
    </form>
  );
}
