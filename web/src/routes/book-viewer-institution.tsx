import { useEffect } from 'react';
import { useInstitutionNotes } from '../features/institutions/institution-notes.tsx';

/** Renders nothing. Reports why the reader's institutions do not open the book; an empty text if there is no such reason. */
export default function WhyNotByInstitution({
  bookId,
  onChange,
}: {
  bookId: string;
  onChange: (note: string) => void;
}) {
  const note = useInstitutionNotes(bookId)
    .map(({ text }) => text)
    .join(' ');
  useEffect(() => onChange(note), [note, onChange]);
  return null;
}
