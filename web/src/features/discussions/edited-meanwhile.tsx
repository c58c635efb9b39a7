import { Alert, Button, Group } from '@mantine/core';
import type { Topic } from '@vesalius/contract/discussions';
import { useTranslation } from 'react-i18next';
import { ShownHtml } from './shown-html.tsx';

/** Another user saved first: shows both texts and lets the user decide, so that nothing is lost. */
export function EditedMeanwhile({
  theirs,
  onTake,
  onKeep,
}: {
  theirs: Topic;
  onTake: () => void;
  onKeep: () => void;
}) {
  const { t } = useTranslation('discussions');
  return (
    <Alert color="ochre" role="alert" title={t('editor.meanwhile')}>
      <p>{t('editor.meanwhileHint')}</p>
      <details>
        <summary>{t('editor.theirs')}</summary>
        <h3 dir="auto">{theirs.title}</h3>
        <ShownHtml html={theirs.content} />
      </details>
      <Group mt="sm">
        <Button size="sm" onClick={onKeep}>
          {t('editor.keepMine')}
        </Button>
        <Button size="sm" variant="default" onClick={onTake}>
          {t('editor.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
