import type { Path } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/number-input.tsx';
import { useLimits } from '../fields/limits.ts';
import { readingLook } from '../fields/reading-look.ts';
import { useDesk } from './desk-context.ts';

/**
 * The page of a lecture, pictures or a study, by its number in the PDF. Moves when the field is left: half of a number is
 * another page. What stands behind the last page has no place in the strip, and is brought back from here.
 */
export function MaterialPage({ path }: { path: Path }) {
  const { t } = useTranslation('studio');
  const { marks, pageCount, mayEdit, moveTo, labelOf } = useDesk();
  const { ofNumber } = useLimits();
  const [draft, setDraft] = useState<string | null>(null);
  const mark = marks.find((each) => each.path.join('/') === path.join('/'));
  if (!mark) return null;
  const text = draft ?? String(mark.page ?? '');
  const page = Number(text);
  const problem = text === '' ? null : ofNumber(page, { min: 1, max: pageCount, multipleOf: 1 });
  const move = () => {
    if (problem !== null) return;
    setDraft(null);
    if (text !== '' && page !== mark.page) moveTo(mark, page);
  };
  return (
    <div data-field={path.join('/')}>
      <div data-field={[...path.slice(0, 2), 'page'].join('/')}>
        <NumberInput
          label={t('field.page')}
          description={problem === null && text !== '' ? t('strip.page', { label: labelOf(page) }) : null}
          error={problem}
          clampBehavior="none"
          allowNegative={false}
          {...readingLook(mayEdit)}
          value={text}
          onChange={(typed) => setDraft(String(typed))}
          onBlur={move}
          onKeyDown={({ key }) => key === 'Enter' && move()}
        />
      </div>
    </div>
  );
}
