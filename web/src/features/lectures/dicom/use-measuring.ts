import { useRef, useState } from 'react';
import { isComplete, type Measurement, moveLast } from './measurement.ts';
import type { Tool } from './pane-state.ts';
import type { SlicePoint } from './view.ts';

let nextId = 1;
/** A click that hardly moved is not a length (pixels of the slice). */
const SHORTEST = 1;

/**
 * A length is drawn by one drag, or by a press at each of its ends. An angle by a drag along its first arm, or two
 * presses, and a press at the end of the other one. `draft` is what is being drawn.
 */
export function useMeasuring(tool: Tool, slice: number, onDone: (measurement: Measurement) => void) {
  const [draft, setDraft] = useState<Measurement | null>(null);
  const current = useRef<Measurement | null>(null);
  /** A press began it and ended at the same point: the next press says where the line ends. */
  const isPlaced = useRef(false);
  const show = (measurement: Measurement | null) => {
    current.current = measurement;
    if (!measurement) isPlaced.current = false;
    setDraft(measurement);
  };
  const finish = (measurement: Measurement) => {
    show(null);
    onDone(measurement);
  };
  const drawn = () => (current.current?.slice === slice ? current.current : null);
  const end = (at: SlicePoint) => {
    const open = drawn();
    if (!open) return;
    const measurement = moveLast(open, at);
    const [from, to] = measurement.points as [SlicePoint, SlicePoint];
    const isShort = Math.hypot(from.column - to.column, from.row - to.row) < SHORTEST;
    if (isShort) {
      if (isPlaced.current) show(null);
      else isPlaced.current = true;
    } else if (isComplete(measurement)) finish(measurement);
    else show({ ...measurement, points: [...measurement.points, at] });
  };
  const draw = (phase: 'start' | 'move' | 'end', at: SlicePoint) => {
    const open = drawn();
    if (phase === 'end') end(at);
    else if (open) show(moveLast(open, at));
    else if (phase === 'start' && (tool === 'length' || tool === 'angle'))
      show({ id: nextId++, kind: tool, slice, points: [at, at] });
  };

  return {
    draft: draft?.slice === slice ? draft : null,
    cancel: () => show(null),
    draw,
    /** A whole press at a point: begins, goes on or ends. */
    press(at: SlicePoint) {
      draw('start', at);
      draw('end', at);
    },
  };
}
