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

export function readDrop({ dataTransfer }: DragEvent): Dragged | readonly File[] {
  const text = dataTransfer.getData(TYPE);
  return text ? (JSON.parse(text) as Dragged) : [...dataTransfer.files];
}
