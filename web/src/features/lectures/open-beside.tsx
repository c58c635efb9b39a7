import { createContext, type MouseEvent, use } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { MaterialLinks } from './material-links.ts';

/** Opens a material beside the page that is being read. Null: materials open on a page of their own. */
export const OpenBeside = createContext<((id: string, atSeconds?: number) => void) | null>(null);

/** With a key or the middle button, the browser opens a tab or window. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Opens a material where the user is: in the viewer beside the page, elsewhere on its own page. */
export function MaterialLink({
  material,
  atSeconds,
  links,
  ...others
}: Omit<LinkProps, 'to' | 'onClick'> & {
  /** Its id. */
  readonly material: string;
  readonly atSeconds?: number;
  readonly links: MaterialLinks;
}) {
  const open = use(OpenBeside);
  return (
    <Link
      {...others}
      to={links.material(material, atSeconds)}
      onClick={(event) => {
        if (!open || !isPlain(event)) return;
        event.preventDefault();
        open(material, atSeconds);
      }}
    />
  );
}
