const MAX_LENGTH = 320;

/** The first paragraph, cut after a sentence if one ends in time, otherwise after a word. */
export function summaryOf(brief: string): string {
  const paragraph = (brief.split(/\n\s*\n/)[0] ?? '').replace(/\s+/g, ' ').trim();
  if (paragraph.length <= MAX_LENGTH) return paragraph;
  const start = paragraph.slice(0, MAX_LENGTH);
  const sentence = /^.*[.!?؟](?=\s)/s.exec(start)?.[0];
  if (sentence && sentence.length > MAX_LENGTH / 4) return sentence;
  return `${start.replace(/[\s,;:]+\S*$/, '')}…`;
}
