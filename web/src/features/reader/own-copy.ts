/** Told to who guards the clipboard: what lies in it now is the reader's own. */
const OWN_COPY = 'reader-own-copy';

/** Puts one's own words into the clipboard; false = the browser refused. */
export async function copyOwn(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  document.dispatchEvent(new Event(OWN_COPY));
  return true;
}

/** Calls back when something was copied that is not the book's: by the button, or out of a field or a note. */
export function onOwnCopy(area: HTMLElement, tell: () => void): () => void {
  const onCopy = (event: Event) => {
    if (event.type === OWN_COPY || !(event.target instanceof Node && area.contains(event.target))) tell();
  };
  const kinds = [OWN_COPY, 'copy', 'cut'];
  for (const kind of kinds) document.addEventListener(kind, onCopy);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, onCopy);
  };
}
