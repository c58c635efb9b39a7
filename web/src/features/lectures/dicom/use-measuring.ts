import { useRef, useState } from 'react';
import { isComplete, type Measurement, moveLast } from './measurement.ts';
import type { Tool } from './pane-state.ts';
import type { SlicePoint } from './view.ts';

let nextId = 1;
/** A shorter line is a click, not a length (pixels of the slice). */
const SHORTEST = 1;

/**
 * A length is drawn by a drag, or by a press at each end. An angle is drawn by a drag along its first arm, or two
 * presses, and a press at the end of the second arm. `draft` is the unfinished measurement.
 */
export function useMeasuring(tool: Tool, slice: number, onDone: (measurement: Measurement) => void) {
  const [draft, setDraft] = useState<Measurement | null>(null);
  const current = useRef<Measurement | null>(null);
  /** A press without a drag started it: the next press places the end of the line. */
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
    /** Handles a press at a point: starts, continues or finishes. */
    press(at: SlicePoint) {
      draw('start', at);
      draw('end', at);
    },
  };
}
