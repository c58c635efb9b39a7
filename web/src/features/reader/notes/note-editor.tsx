import { Button, Group, Modal } from '@mantine/core';
import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { useIsPhone } from '../use-device.ts';
import classes from './notes.module.css';
import { COLORS } from './selection-menu.tsx';

/** Reads or writes one note. Somebody else's note (an editor's colleague) is shown without controls. */
export function NoteEditor({
  annotation,
  pageLabel,
  onSave,
  onRemove,
  onType,
  onClose,
}: {
  annotation: Annotation;
  pageLabel: string;
  onSave: (change: { text: string; color: HighlightColor }) => void;
  onRemove: () => void;
  /** What stands here now; null when it is given up. */
  onType: (change: { text: string; color: HighlightColor } | null) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('reader');
  useReturnsFocus();
  const [text, setText] = useState(annotation.note.text);
  const [color, setColor] = useState<HighlightColor>(annotation.color);
  const close = useBackCloses(useIsPhone(), onClose);
  // A note on a page is its text alone: without one nothing is left of it.
  const isBlank = annotation.is_own && annotation.note.quote === '';
  const remove = () => {
    onRemove();
    onType(null);
    close();
  };
  const save = () => {
    if (isBlank && text.trim() === '') return remove();
    onSave({ text: text.trim(), color });
    close();
  };
  const giveUp = () => {
    if (isBlank && annotation.note.text === '') return remove();
    onType(null);
    close();
  };
  return (
    <Modal
      opened
      onClose={giveUp}
      title={t('notes.edit', { page: pageLabel })}
      closeButtonProps={{ 'aria-label': t('notes.cancel') }}
    >
      {annotation.note.quote && (
        <blockquote className={classes.quote} data-color={color} dir="auto">
          {annotation.note.quote}
        </blockquote>
      )}
      {!annotation.is_own && (
        <>
          <p className={classes.text} dir="auto">
            {annotation.note.text}
          </p>
          <p className={classes.by}>{t('notes.by', { name: annotation.author_name })}</p>
        </>
      )}
      {annotation.is_own && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <textarea
            data-autofocus
            className={classes.textarea}
            aria-label={t('notes.text')}
            placeholder={t('notes.text')}
            rows={5}
            maxLength={10_000}
            dir="auto"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              onType({ text: event.currentTarget.value, color });
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
            }}
          />
          <fieldset className={classes.colors}>
            <legend className={classes.hiddenLegend}>{t('notes.highlight', { color: '' })}</legend>
            {COLORS.map((each) => (
              <button
                key={each}
                type="button"
                className={classes.color}
                data-color={each}
                aria-pressed={each === color}
                aria-label={t('notes.highlight', { color: t(`notes.${each}`) })}
                onClick={() => setColor(each)}
              />
            ))}
          </fieldset>
          <Group justify="space-between" mt="md">
            <Button variant="subtle" color="oxblood" onClick={remove}>
              {t('notes.remove')}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={giveUp}>
                {t('notes.cancel')}
              </Button>
              <Button type="submit">{t('notes.save')}</Button>
            </Group>
          </Group>
        </form>
      )}
    </Modal>
  );
}
