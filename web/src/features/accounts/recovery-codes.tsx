import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { notifySuccess } from '../../ui/notify.ts';
import classes from './accounts.module.css';

/**
 * The ten recovery codes, which are shown only once: the user can copy or save them, and confirms this before the
 * dialog closes.
 */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('accounts');
  const [kept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notifySuccess(t('twoSteps.copied'));
  };
  const download = () => {
    saveFile(new Blob([text], { type: 'text/plain' }), 'vesalius-recovery-codes.txt');
  };
  return (
    <Stack gap="md">
      <Text>{t('twoSteps.codesIntro')}</Text>
      <ul className={classes.codes} dir="ltr" aria-label={t('twoSteps.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={() => void copy()}>
          {t('twoSteps.copy')}
        </Button>
        <Button variant="default" onClick={download}>
          {t('twoSteps.download')}
        </Button>
      </Group>
      <Checkbox
        label={t('twoSteps.kept')}
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Button disabled={!kept} onClick={onKept} style={{ alignSelf: 'flex-start' }}>
        {t('twoSteps.finish')}
      </Button>
    </Stack>
  );
}
