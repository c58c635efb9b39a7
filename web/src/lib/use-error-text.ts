import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './error-text.ts';

/** What `errorText` says, once its translations are there; the English sentence is the server's own, and there at once. */
export function useErrorText(error: Error | undefined): string | undefined {
  const { language } = useTranslation().i18n;
  const [said, setSaid] = useState<{ error: Error; language: string; text: string }>();
  useEffect(() => {
    if (!error) return;
    let isShown = true;
    void errorText(error, language).then((text) => {
      if (isShown) setSaid({ error, language, text });
    });
    return () => {
      isShown = false;
    };
  }, [error, language]);
  if (said && said.error === error && said.language === language) return said.text;
  return error && language !== 'ar' ? error.message : undefined;
}
