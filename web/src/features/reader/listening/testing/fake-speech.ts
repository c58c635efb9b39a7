import { vi } from 'vitest';

interface FakeUtterance {
  readonly text: string;
  lang: string;
  voice: { readonly voiceURI: string } | null;
  rate: number;
  onboundary: ((event: { name: string; charIndex: number }) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
}

/** Stands for the system's voices: what it is given is spoken when the test says so. */
export function stubSpeech(languages: readonly string[] = ['en-US']) {
  let current: FakeUtterance | null = null;
  const spoken: { text: string; rate: number; voice: string | null }[] = [];
  const voices = languages.map((lang, index) => ({
    voiceURI: `voice-${index}`,
    name: `Voice ${index}`,
    lang,
    localService: index > 0,
    default: index === 0,
  }));
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      lang = '';
      voice = null;
      rate = 1;
      onboundary = null;
      onend = null;
      onerror = null;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak(utterance: FakeUtterance) {
      current = utterance;
      spoken.push({
        text: utterance.text,
        rate: utterance.rate,
        voice: utterance.voice?.voiceURI ?? null,
      });
    },
    cancel() {
      const ended = current;
      current = null;
      ended?.onerror?.({ error: 'interrupted' });
    },
    resume() {},
    addEventListener() {},
    removeEventListener() {},
  });
  return {
    spoken,
    last: () => spoken.at(-1),
    isSpeaking: () => current !== null,
    /** The voice comes to this word. */
    reach(word: string) {
      current?.onboundary?.({ name: 'word', charIndex: current.text.indexOf(word) });
    },
    finish() {
      const ended = current;
      current = null;
      ended?.onend?.();
    },
    fail(error: string) {
      const ended = current;
      current = null;
      ended?.onerror?.({ error });
    },
  };
}
