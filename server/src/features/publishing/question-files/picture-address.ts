/** Decodes a picture embedded as a `data:` address. */
export function embeddedPicture(source: string): { name: string; bytes: Uint8Array } | null {
  const data = /^data:image\/([a-z]+)[^,]{0,100};base64,/i.exec(source);
  if (!data) return null;
  return {
    name: `picture.${(data[1] ?? 'png').toLowerCase().replace('jpeg', 'jpg')}`,
    bytes: Buffer.from(source.slice(data[0].length), 'base64'),
  };
}

/** The path of an address in a text; an address that is not encoded is the path itself. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
