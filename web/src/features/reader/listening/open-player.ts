import type { i18n as I18n } from 'i18next';
import { loadMessagesIn } from '../../../i18n/i18n.ts';
import { loadFlowPage } from '../flow/use-flow-page.ts';
import type { Book } from '../model/reader-model.ts';
import { labelOf } from '../page-labels.ts';
import { Player, type PlayerEnd, type PlayerState, type PlayerVoice } from './player.ts';
import { systemSpeaker, type Voice } from './speaker.ts';
import { type Announcements, spokenPage } from './spoken-page.ts';

/** Why a book cannot be listened to on this device. */
export type NoVoice = 'noSpeech' | 'noVoice';

/** A player for a book, and the voices of its language. */
export async function openPlayer(
  book: Book,
  {
    lastPage,
    i18n,
    ...rest
  }: {
    lastPage: number;
    i18n: I18n;
    voice: (voices: readonly Voice[]) => PlayerVoice;
    endsWith: (page: number) => boolean;
    onChange: (state: PlayerState) => void;
    onEnd: (why: PlayerEnd) => void;
  },
): Promise<{ readonly player: Player; readonly voices: readonly Voice[] } | NoVoice> {
  const speaker = systemSpeaker();
  if (!speaker) return 'noSpeech';
  const { language } = book;
  const voices = await speaker.voicesFor(language);
  if (voices.length === 0) return 'noVoice';
  const announced = await announcementsIn(i18n, language);
  const player = new Player({
    ...rest,
    speaker,
    language,
    lastPage,
    voice: () => rest.voice(voices),
    async spokenPage(page) {
      const { text, flow } = await loadFlowPage(
        book.engine,
        page,
        labelOf(page, book.labels),
        lastPage,
        new AbortController().signal,
      );
      return spokenPage(page, flow, text, language, announced);
    },
  });
  return { player, voices };
}

async function announcementsIn(i18n: I18n, language: string): Promise<Announcements> {
  const t = i18n.getFixedT(await loadMessagesIn(i18n, language, 'listening'), 'listening');
  return {
    table: (rows) => t('spoken.table', { count: rows }),
    figure: (description) => (description ? t('spoken.figureOf', { description }) : t('spoken.figure')),
    footnote: t('spoken.footnote'),
    imageOfPage: t('spoken.imageOfPage'),
  };
}
