import { baseLanguage } from '../../../lib/language-tags.ts';

/** The voices of the system, through the Web Speech API. */

export interface Voice {
  readonly id: string;
  readonly name: string;
  /** BCP 47 */
  readonly language: string;
}

interface Utterance {
  readonly text: string;
  readonly language: string;
  /** Null = the system's choice for the language. */
  readonly voiceId: string | null;
  /** 1 = the usual speed of the voice. */
  readonly rate: number;
  /** Called when a word begins, with its index in the text. Not every voice tells it. */
  readonly onWord: (at: number) => void;
}

export interface Speaker {
  /** The voices for a language, best first; none = it cannot be spoken. */
  voicesFor(language: string): Promise<readonly Voice[]>;
  /** False = it was stopped. Rejects if the system cannot speak. */
  speak(utterance: Utterance): Promise<boolean>;
  stop(): void;
}

/** Browsers load their voices late, and some say nothing if there are none (milliseconds). */
const VOICES_MS = 2000;

/** Null in a browser that cannot speak. */
export function systemSpeaker(): Speaker | null {
  if (typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined') return null;
  const system = speechSynthesis;
  let end: ((isSpoken: boolean) => void) | null = null;
  return {
    async voicesFor(language) {
      const voices = await loadedVoices(system);
      return voices
        .filter((voice) => baseLanguage(voice.lang) === baseLanguage(language))
        .sort((a, b) => preference(b) - preference(a))
        .map((voice) => ({ id: voice.voiceURI, name: voice.name, language: voice.lang }));
    },
    speak({ text, language, voiceId, rate, onWord }) {
      const utterance = new SpeechSynthesisUtterance(text);
      const voice = system.getVoices().find((each) => each.voiceURI === voiceId);
      utterance.lang = voice?.lang ?? language;
      if (voice) utterance.voice = voice;
      utterance.rate = rate;
      return new Promise((resolve, reject) => {
        const done = (isSpoken: boolean) => {
          if (end === done) end = null;
          resolve(isSpoken);
        };
        end = done;
        utterance.onboundary = ({ name, charIndex }) => {
          if (end === done && name !== 'sentence') onWord(charIndex);
        };
        utterance.onend = () => done(true);
        utterance.onerror = ({ error }) => {
          if (error === 'interrupted' || error === 'canceled') return done(false);
          if (end === done) end = null;
          reject(new Error(`The system cannot speak: ${error}`));
        };
        system.speak(utterance);
        // A former page of the tab may have left it paused.
        system.resume();
      });
    },
    stop() {
      const stopped = end;
      end = null;
      system.cancel();
      stopped?.(false);
    },
  };
}

function loadedVoices(system: SpeechSynthesis): Promise<readonly SpeechSynthesisVoice[]> {
  const present = system.getVoices();
  if (present.length > 0) return Promise.resolve(present);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      system.removeEventListener('voiceschanged', done);
      resolve(system.getVoices());
    };
    const timer = setTimeout(done, VOICES_MS);
    system.addEventListener('voiceschanged', done);
  });
}

/** Voices of the device speak without a network, tell each word and keep the text on the device. */
const preference = (voice: SpeechSynthesisVoice): number =>
  (voice.localService ? 2 : 0) + (voice.default ? 1 : 0);
