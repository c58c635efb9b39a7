import { Button, Group, Modal } from '@mantine/core';
import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useIsPhone } from '../use-device.ts';
import classes from './notes.module.css';
import { COLORS } from './selection-menu.tsx';

interface Change {
  readonly text: string;
  readonly color: HighlightColor;
}

/** The writer continues at the end of the text. */
const putCaretAtEnd = (field: HTMLTextAreaElement | null): void =>
  field?.setSelectionRange(field.value.length, field.value.length);

/**
 * Shows or edits a note. Another editor's note is read-only. Closing the dialog in any way saves the text; only
 * "Cancel" discards it, after a confirmation.
 */
export function NoteEditor({
  annotation,
  stored,
  pageLabel,
  onSave,
  onDiscard,
  onRemove,
  onType,
  onCard,
  cards,
  onOpenCard,
  onClose,
}: {
  /** The note with its unsaved text. */
  annotation: Annotation;
  /** The note before editing began. */
  stored: Annotation;
  pageLabel: string;
  /** `isAsked`: saved with the button. */
  onSave: (change: Change, isAsked: boolean) => void;
  /** Called by "Cancel". */
  onDiscard: () => void;
  onRemove: (written: Change) => void;
  /** Called with the current text; null if there is nothing to keep. */
  onType: (change: Change | null) => void;
  /** Saves the note, and makes a card of it. */
  onCard: ((note: string) => void) | undefined;
  /** How many cards were made of it. */
  cards: number;
  /** Saves the note, and shows its newest card. */
  onOpenCard: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('reader');
  useReturnsFocus();
  const [text, setText] = useState(annotation.note.text);
  const [color, setColor] = useState<HighlightColor>(annotation.color);
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const isSettled = useRef(false);
  // A note on a page consists of its text alone: without one it is removed.
  const isPageNote = annotation.is_own && annotation.note.quote === '';
  const isChanged = text.trim() !== stored.note.text.trim();
  const remove = () => {
    onRemove({ text: text.trim(), color });
    onType(null);
  };
  const keep = (isAsked: boolean) => {
    if (isPageNote && text.trim() === '') return remove();
    if (isAsked || isChanged || color !== stored.color) onSave({ text: text.trim(), color }, isAsked);
    else onType(null);
  };
  const close = useBackCloses(useIsPhone(), () => {
    if (!isSettled.current && annotation.is_own) keep(false);
    onClose();
  });
  const settle = (work: () => void) => {
    isSettled.current = true;
    work();
    close();
  };
  const save = () => settle(() => keep(true));
  const discard = () =>
    settle(() => {
      if (isPageNote && stored.note.text === '') remove();
      else onDiscard();
    });
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!isAskingToDiscard}
      trapFocus={!isAskingToDiscard}
      title={t('notes.edit', { page: pageLabel })}
      closeButtonProps={{ 'aria-label': t('notes.close') }}
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
            ref={putCaretAtEnd}
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
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={isChanged ? () => setAskingToDiscard(true) : discard}>
              {t('notes.cancel')}
            </Button>
            <Button type="submit">{t('notes.save')}</Button>
          </Group>
          {cards > 0 && onOpenCard && (
            <p className={classes.cards}>
              {t('notes.hasCards', { count: cards })}
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() =>
                  settle(() => {
                    keep(false);
                    onOpenCard();
                  })
                }
              >
                {t(cards > 1 ? 'notes.openNewestCard' : 'notes.openCard')}
              </Button>
            </p>
          )}
          <div className={classes.removal}>
            {onCard && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() =>
                  settle(() => {
                    keep(false);
                    onCard(text.trim());
                  })
                }
              >
                {t(cards > 0 ? 'notes.makeAnotherCard' : 'notes.makeCard')}
              </Button>
            )}
            <Button variant="subtle" color="oxblood" size="compact-sm" onClick={() => settle(remove)}>
              {t('notes.remove')}
            </Button>
          </div>
        </form>
      )}
      {isAskingToDiscard && (
        <ConfirmDialog
          title={t('notes.discardTitle')}
          confirm={t('notes.discard')}
          keep={t('notes.keepWriting')}
          isPending={false}
          onConfirm={discard}
          onClose={() => setAskingToDiscard(false)}
        >
          {t('notes.discardText')}
        </ConfirmDialog>
      )}
    </Modal>
  );
}
