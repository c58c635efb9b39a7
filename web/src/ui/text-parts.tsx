import type { TextPart } from '@vesalius/contract/search-hits';

/** A text with its hits marked. */
export function TextParts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    part.hit ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  );
}
