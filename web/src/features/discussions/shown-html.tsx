import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import classes from './shown-html.module.css';

/** HTML that the server has sanitized, sanitized once more before it is rendered. */
export function ShownHtml({ html, preview = false }: { html: string; preview?: boolean }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe', 'object', 'embed'],
        FORBID_ATTR: ['style', 'class', 'id'],
        ADD_ATTR: ['target'],
      }),
    [html],
  );
  return (
    <div
      className={preview ? classes.preview : classes.content}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above and by the server
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}
