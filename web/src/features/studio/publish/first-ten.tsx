import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';

const SHOWN_FIRST = 10;

/** The first ten lines of a list, and a button for the others. */
export function FirstTen({ lines }: { lines: readonly ReactNode[] }) {
  const { t, i18n } = useTranslation('publishing');
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && lines.length > SHOWN_FIRST;
  return (
    <>
      <ul>
        {(isCut ? lines.slice(0, SHOWN_FIRST) : lines).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is always replaced as a whole
          <li key={index}>{line}</li>
        ))}
      </ul>
      {isCut && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('changes.showAll', { number: formatNumber(lines.length, i18n.language) })}
        </Button>
      )}
    </>
  );
}
