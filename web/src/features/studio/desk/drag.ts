import type { DragEvent } from 'react';

/** The data type of things that are dragged within the desk; files do not have it. */
const TYPE = 'application/x-vesalius-desk';

export type Dragged = { readonly kind: 'mark' | 'chapter'; readonly id: string };

export function beginDrag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(dragged));
  event.dataTransfer.effectAllowed = 'move';
}

export const takesDrop = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(TYPE) || dataTransfer.types.includes('Files');

export interface DroppedFiles {
  readonly files: readonly File[];
  /** Files of folders, however deep. */
  readonly inFolders: readonly File[];
}

/** What is dropped is known at once alone, and what is in its folders is read then. */
export function readDrop({ dataTransfer }: DragEvent): Dragged | Promise<DroppedFiles> {
  const text = dataTransfer.getData(TYPE);
  if (text) return JSON.parse(text) as Dragged;
  const entries = [...dataTransfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const folders = entries.filter((entry) => entry.isDirectory) as FileSystemDirectoryEntry[];
  const all = [...dataTransfer.files];
  if (folders.length === 0) return Promise.resolve({ files: all, inFolders: [] });
  // A folder stands among the files too, under its name and without a content.
  const names = new Set(folders.map(({ name }) => name));
  const files = all.filter(({ name }) => !names.has(name));
  return Promise.all(folders.map((folder) => filesOf(folder, folder.name))).then((found) => ({
    files,
    inFolders: found.flat(),
  }));
}

const MAX_NAME_LENGTH = 150;

/** Named by its path: the same name, size and time in two folders are two files. */
export const namedByPath = (file: File, path: string): File =>
  new File([file], path.replaceAll('/', '-').slice(-MAX_NAME_LENGTH), {
    type: file.type,
    lastModified: file.lastModified,
  });

async function filesOf(folder: FileSystemDirectoryEntry, path: string): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    // Browsers tell a hundred at a time.
    if (entries.length === 0) return files;
    for (const entry of entries) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory) files.push(...(await filesOf(entry as FileSystemDirectoryEntry, inner)));
      else files.push(namedByPath(await fileOf(entry as FileSystemFileEntry), inner));
    }
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
