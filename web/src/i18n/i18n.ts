import { LANGUAGE_STORAGE_KEY, type Language } from '@vesalius/contract/constants';
import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf } from '../lib/appearance.ts';
import { baseLanguage } from '../lib/language-tags.ts';
import { missingCode } from '../lib/release.ts';
import type { allMessages } from './catalogue.ts';
import { isolate, isolatePercents } from './isolate.ts';

export type Namespace = keyof typeof allMessages;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof allMessages;
    returnNull: false;
  }
}

/** One file a namespace and language, loaded when a screen needs it. */
const files = import.meta.glob<{ default: Record<string, unknown> }>(['./en/*.ts', './ar/*.ts']);

const fromFiles = {
  type: 'backend' as const,
  init() {},
  read(
    language: string,
    namespace: string,
    done: (error: unknown, messages: Record<string, unknown> | null) => void,
  ) {
    const load = files[`./${language}/${namespace}.ts`];
    if (!load) return done(new Error(`no messages: ${language}/${namespace}`), null);
    load().then(
      ({ default: messages }) =>
        done(null, directionOf(language) === 'rtl' ? isolatePercents(messages) : messages),
      (error) => done(error, null),
    );
  },
};

export async function createI18n(language: Language, namespaces: Namespace[] = ['shell']): Promise<I18n> {
  const instance = createInstance();
  await instance
    .use(fromFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: ['en', 'ar'],
      ns: namespaces,
      defaultNS: 'shell',
      // React escapes; what is left to do with a value is to keep its direction to itself.
      interpolation: { escapeValue: true, escape: (text) => isolate(text, directionOf(instance.language)) },
      returnNull: false,
      react: { useSuspense: true },
    });
  return instance;
}

/** Messages that a screen or a part of one needs, loaded beside its code, so that nothing is shown without its words. */
export async function loadMessages(instance: I18n, namespaces: readonly Namespace[]): Promise<void> {
  const listMissing = () => namespaces.filter((name) => !instance.hasResourceBundle(instance.language, name));
  await instance.loadNamespaces(listMissing());
  // i18next asks only once for what did not come.
  if (listMissing().length > 0) await instance.reloadResources([instance.language], listMissing());
  // It would show keys in their place.
  const [missing] = listMissing();
  if (missing) throw missingCode(`messages ${missing}`);
}

/**
 * Loads messages in another language than that of the screen: what is spoken in the language of a book. Returns the
 * language of the messages, English where there are none.
 */
export async function loadMessagesIn(
  instance: I18n,
  language: string,
  namespace: Namespace,
): Promise<string> {
  const short = baseLanguage(language);
  const known = files[`./${short}/${namespace}.ts`] ? short : 'en';
  const load = files[`./${known}/${namespace}.ts`];
  if (load && !instance.hasResourceBundle(known, namespace))
    instance.addResourceBundle(known, namespace, (await load()).default);
  return known;
}

export async function changeLanguage(instance: I18n, language: Language): Promise<void> {
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  tellServerLanguage(language);
  try {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
  } catch {
    // storage is off: the choice lasts until the page is left
  }
}

/** The server renders public pages in this language. */
export function tellServerLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${LANGUAGE_STORAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
}
