import { useQuery } from '@tanstack/react-query';
import type { MissingSeat } from '@vesalius/contract/institutions';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { endedInstitutionsOptions, missingSeatsOptions } from './api.ts';

export interface InstitutionNote {
  readonly id: string;
  readonly text: string;
}

/** Why a reader has no access through institutions: one sentence for each. With a book, only of those that cover it. */
export function useInstitutionNotes(bookId?: string): readonly InstitutionNote[] {
  const { t, i18n } = useTranslation('catalogue');
  const session = useSession();
  const reader = session?.role === 'customer' && session.emailVerified ? session.userId : undefined;
  const missing = useQuery(missingSeatsOptions(reader, bookId)).data?.data ?? [];
  const ended = useQuery(endedInstitutionsOptions(reader, bookId)).data?.data ?? [];
  return [
    ...missing.map((seat) => ({ id: seat.id, text: missingSeatText(t, seat) })),
    ...ended.map(({ id, ...end }) => ({ id, text: endedText(t, end, i18n.language) })),
  ];
}

export function missingSeatTitle(
  t: TFunction<'catalogue'>,
  { has_free_seat, had_seat }: MissingSeat,
): string {
  if (has_free_seat) return t('institution.seatIsFreeTitle');
  return t(had_seat ? 'institution.seatWasFreedTitle' : 'institution.noSeatTitle');
}

export function missingSeatText(
  t: TFunction<'catalogue'>,
  { name, has_free_seat, had_seat }: MissingSeat,
): string {
  if (has_free_seat) return t('institution.seatIsFree', { name });
  return t(had_seat ? 'institution.seatWasFreed' : 'institution.noSeat', { name });
}

export const endedText = (
  t: TFunction<'catalogue'>,
  { name, ends_at }: { name: string; ends_at: string },
  language: string,
): string => t('institution.ended', { name, date: formatDate(ends_at, language) });

/** Shown where books are offered. */
export const InstitutionNotes = ({ bookId }: { bookId?: string }) =>
  useInstitutionNotes(bookId).map(({ id, text }) => <p key={id}>{text}</p>);
