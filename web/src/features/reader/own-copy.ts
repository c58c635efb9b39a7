/** The event that tells the copy protection that the clipboard contains the reader's own text. */
const OWN_COPY = 'reader-own-copy';

/** Copies the reader's own text; false if the browser refused. */
export async function copyOwn(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  document.dispatchEvent(new Event(OWN_COPY));
  return true;
}

/** Calls `tell` when the reader copies own text: by the button, or from a field or a note. */
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
