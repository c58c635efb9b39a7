import { Button, Group, Modal, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  CARD_KINDS,
  type CardKind,
  hasHiddenPart,
  hide,
  MAX_CARD_TEXT,
} from '@vesalius/contract/cards-limits';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { actErrorText } from '../../../lib/error-text.ts';
import { newId } from '../../../lib/new-id.ts';
import { paths } from '../../../lib/paths.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { cardsApi } from './api.ts';

interface Sides {
  readonly front: string;
  readonly back: string;
}
/** What a card is made of: a highlight with its note, or the card that is changed. */
export type CardOrigin =
  | { readonly annotationId: string; readonly quote: string; readonly note: string }
  | ({ readonly cardId: string; readonly kind: CardKind } & Sides);

const sidesOf = (origin: CardOrigin): Record<CardKind, Sides> =>
  'cardId' in origin
    ? { basic: origin, cloze: origin }
    : {
        basic: { front: origin.note, back: origin.quote },
        cloze: { front: origin.quote || origin.note, back: origin.quote ? origin.note : '' },
      };

/** Makes or changes a card. Both kinds keep what is typed while one changes between them. */
export function CardDialog({
  origin,
  onClose,
}: {
  origin: CardOrigin;
  /** `isSaved`: undefined if the dialog was canceled. */
  onClose: (isSaved?: boolean) => void;
}) {
  const { t, i18n } = useTranslation('cards');
  const { t: tShell } = useTranslation('shell');
  useReturnsFocus();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [id] = useState(newId);
  const [kind, setKind] = useState<CardKind>('cardId' in origin ? origin.kind : 'basic');
  const [typed, setTyped] = useState(() => sidesOf(origin));
  const [isTried, setTried] = useState(false);
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const { front, back } = typed[kind];
  const [begun] = useState(typed);
  const isChanged = CARD_KINDS.some(
    (each) => typed[each].front !== begun[each].front || typed[each].back !== begun[each].back,
  );
  const leave = () => (isChanged ? setAskingToDiscard(true) : onClose());
  const change = (sides: Partial<Sides>) =>
    setTyped((before) => ({ ...before, [kind]: { front, back, ...sides } }));
  const errors = {
    front: !front.trim() ? t('required') : kind === 'cloze' && !hasHiddenPart(front) ? t('needsGap') : null,
    back: kind === 'basic' && !back.trim() ? t('required') : null,
  };
  const save = useMutation({
    mutationFn: () =>
      'cardId' in origin
        ? cardsApi.updateCard({ params: { id: origin.cardId }, body: { kind, front, back } })
        : cardsApi.createCard({ body: { id, annotation_id: origin.annotationId, kind, front, back } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keysUnder('assessments') });
      if ('cardId' in origin) notifySuccess(t('saved'));
      else notifySuccess(t('made'), { label: t('reviewNow'), run: () => void navigate(paths.review.to()) });
      onClose(true);
    },
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('notSaved'))),
  });
  return (
    <Modal
      opened
      onClose={leave}
      closeOnEscape={!isAskingToDiscard}
      trapFocus={!isAskingToDiscard}
      title={t('cardId' in origin ? 'change' : 'make')}
      size="lg"
      closeButtonProps={{ 'aria-label': tShell('menu.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!errors.front && !errors.back) save.mutate();
        }}
      >
        <Stack>
          <SegmentedControl
            fullWidth
            aria-label={t('kind')}
            value={kind}
            onChange={(value) => setKind(value as CardKind)}
            data={CARD_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <FrontField
            isCloze={kind === 'cloze'}
            value={front}
            error={isTried ? errors.front : null}
            onChange={(text) => change({ front: text })}
          />
          <Textarea
            label={t(kind === 'cloze' ? 'extra' : 'answer')}
            value={back}
            onChange={(event) => change({ back: event.currentTarget.value })}
            error={isTried ? errors.back : null}
            maxLength={MAX_CARD_TEXT}
            autosize
            minRows={3}
            maxRows={10}
            attributes={OWN_DIRECTION}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              {tShell('confirm.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {isAskingToDiscard && (
        <ConfirmDialog
          title={t('discardTitle')}
          confirm={t('discard')}
          keep={t('keepWriting')}
          isPending={false}
          onConfirm={() => onClose()}
          onClose={() => setAskingToDiscard(false)}
        >
          {t('discardText')}
        </ConfirmDialog>
      )}
    </Modal>
  );
}

function FrontField({
  isCloze,
  value,
  error,
  onChange,
}: {
  isCloze: boolean;
  value: string;
  error: string | null;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation('cards');
  const field = useRef<HTMLTextAreaElement>(null);
  const [nothingChosen, setNothingChosen] = useState(false);
  const hideChosen = () => {
    const element = field.current;
    if (!element) return;
    const { selectionStart: start, selectionEnd: end } = element;
    const chosen = value.slice(start, end).trim();
    setNothingChosen(chosen === '');
    element.focus();
    if (chosen)
      onChange(
        value.slice(0, start) +
          value.slice(start, end).replace(chosen, () => hide(chosen)) +
          value.slice(end),
      );
  };
  return (
    <div>
      <Textarea
        ref={field}
        data-autofocus
        label={t(isCloze ? 'text' : 'question')}
        description={isCloze ? t('gapHint') : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? (isCloze && nothingChosen ? t('chooseFirst') : null)}
        maxLength={MAX_CARD_TEXT}
        autosize
        minRows={3}
        maxRows={10}
        attributes={OWN_DIRECTION}
      />
      {isCloze && (
        <Button variant="default" size="xs" mt="xs" onClick={hideChosen}>
          {t('hideChosen')}
        </Button>
      )}
    </div>
  );
}
