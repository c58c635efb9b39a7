import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CounterReport } from '@vesalius/contract/institutions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { notifyError } from '../../ui/notify.ts';
import { fetchReport } from './api.ts';
import classes from './management.module.css';
import { UsageTable } from './usage-table.tsx';

const REPORTS: readonly CounterReport[] = ['tr_b1', 'tr_b2', 'tr_b3'];
const month = (monthsAgo: number): string => {
  const date = new Date();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - monthsAgo);
  return date.toISOString().slice(0, 7);
};

/** The usage of a range of months, and the three title reports for books to download. */
export function UsageReports({ institutionId }: { institutionId: string }) {
  const { t, i18n } = useTranslation('institutions');
  // COUNTER reports complete months, so the current one is excluded.
  const [begin, setBegin] = useState(() => month(12));
  const [end, setEnd] = useState(() => month(1));
  const download = useMutation({
    mutationFn: async (report: CounterReport) => {
      saveFile(
        await fetchReport(report, { institutionId, begin, end }),
        `${report.toUpperCase()}_${begin}_${end}.csv`,
      );
    },
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('failed'))),
  });
  return (
    <section aria-labelledby="usage-title">
      <h2 id="usage-title">{t('usage')}</h2>
      <div className={classes.form}>
        <TextInput
          type="month"
          label={t('from')}
          value={begin}
          onChange={(event) => setBegin(event.currentTarget.value)}
        />
        <TextInput
          type="month"
          label={t('to')}
          value={end}
          error={begin && end && begin > end ? t('fromAfterTo') : undefined}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
      </div>
      {begin && end && begin <= end && (
        <div className={classes.file}>
          <UsageTable {...{ institutionId, begin, end }} />
        </div>
      )}
      <div className={classes.buttons}>
        {REPORTS.map((report) => (
          <Button
            key={report}
            variant="default"
            disabled={!begin || !end || begin > end}
            loading={download.isPending && download.variables === report}
            onClick={() => download.mutate(report)}
          >
            {t(`reports.${report}`)}
          </Button>
        ))}
      </div>
      <p className={classes.hint}>{t('usageHint')}</p>
    </section>
  );
}
