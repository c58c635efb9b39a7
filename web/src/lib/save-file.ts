import { type Call, prefixOf } from '@vesalius/contract/calls';
import { fetchFile } from './api-client.ts';
import { portalOf } from './call-address.ts';
import { getSession } from './session.ts';

/** Passes a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a call's answer byte for byte: reading it as text would drop the byte order mark that spreadsheets need. */
export async function saveAnswer(
  call: Call,
  query: Readonly<Record<string, string | undefined>>,
  name: string,
): Promise<void> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const path = `${prefixOf(call, portalOf(getSession()))}${call.path}?${search}`;
  saveFile(await (await fetchFile(path)).blob(), name);
}
