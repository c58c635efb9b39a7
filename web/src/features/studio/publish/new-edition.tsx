import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../lib/api-client.ts';
import { newId } from '../../../lib/new-id.ts';
import { paths } from '../../../lib/paths.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { FocusFirst } from '../../../ui/focus-first.tsx';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { releasesApi } from './api.ts';
import classes from './publish.module.css';
import { PublishFailure } from './publish-form.tsx';
import { EffectsOfLeaving } from './sale-effects.tsx';

/** A new edition starts from what readers see of this one. */
export function NewEdition(props: { workId: string; stamp: string; edition: string }) {
  const { t } = useTranslation('publishing');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>{t('edition.hint')}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('edition.begin')}
      </Button>
      {isOpen && <EditionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function EditionDialog({
  workId,
  stamp,
  edition,
  onClose,
}: {
  workId: string;
  stamp: string;
  edition: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('publishing');
  useReturnsFocus();
  const navigate = useNavigate();
  // Repeated after a lost answer, it creates the same edition.
  const [id] = useState(newId);
  const [name, setName] = useState('');
  const [isReplacing, setReplacing] = useState(true);
  const [until, setUntil] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      releasesApi.createEdition({
        params: { id: workId },
        body: { id, edition: name, readable_until: isReplacing ? until : null },
      }),
    onSuccess: (made) => navigate(paths.studioWork.to(made.id)),
  });
  const untilError = error instanceof CallError ? error.fields?.readable_until : undefined;
  const isReady = name.trim() !== '' && (!isReplacing || until !== '');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('edition.title')}
      closeButtonProps={{ 'aria-label': t('edition.cancel') }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) mutate();
        }}
      >
        <FocusFirst>
          <TextInput
            label={t('edition.name')}
            description={t('edition.nameHint', { edition })}
            maxLength={40}
            attributes={OWN_DIRECTION}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox
            label={t('edition.replaces', { edition })}
            checked={isReplacing}
            onChange={({ currentTarget }) => setReplacing(currentTarget.checked)}
          />
          {isReplacing && (
            <>
              <TextInput
                type="date"
                label={t('edition.until')}
                description={t('edition.untilHint')}
                min={new Date().toISOString().slice(0, 10)}
                error={untilError}
                value={until}
                onChange={({ currentTarget }) => {
                  reset();
                  setUntil(currentTarget.value);
                }}
              />
              <section aria-label={t('edition.effects')}>
                <strong>{t('edition.effects')}</strong>
                <EffectsOfLeaving {...{ workId, stamp }} how="replaced" />
              </section>
            </>
          )}
          <PublishFailure error={untilError ? null : error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('edition.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={isPending}>
              {t('edition.begin')}
            </Button>
          </Group>
        </FocusFirst>
      </form>
    </Modal>
  );
}
