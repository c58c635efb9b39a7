import { useRef, useState } from 'react';
import { isComplete, type Measurement, moveLast } from './measurement.ts';
import type { Tool } from './pane-state.ts';
import type { SlicePoint } from './view.ts';

let nextId = 1;
/** A click that hardly moved is not a length (pixels of the slice). */
const SHORTEST = 1;

/**
 * A length is drawn by one drag. An angle by a drag along its first arm and a second press, or a click, at the end
 * of the other one. `draft` is what is being drawn.
 */
export function useMeasuring(tool: Tool, slice: number, onDone: (measurement: Measurement) => void) {
  const [draft, setDraft] = useState<Measurement | null>(null);
  const current = useRef<Measurement | null>(null);
  const show = (measurement: Measurement | null) => {
    current.current = measurement;
    setDraft(measurement);
  };
  const finish = (measurement: Measurement) => {
    show(null);
    onDone(measurement);
  };

  return {
    draft: draft?.slice === slice ? draft : null,
    cancel: () => show(null),
    draw(phase: 'start' | 'move' | 'end', at: SlicePoint) {
      const drawn = current.current?.slice === slice ? current.current : null;
      if (phase === 'start') {
        if (drawn?.kind === 'angle' && drawn.points.length === 3) show(moveLast(drawn, at));
        else if (tool === 'length' || tool === 'angle')
          show({ id: nextId++, kind: tool, slice, points: [at, at] });
      } else if (drawn && phase === 'move') show(moveLast(drawn, at));
      else if (drawn && phase === 'end') {
        const measurement = moveLast(drawn, at);
        const [from, to] = measurement.points as [SlicePoint, SlicePoint];
        const isShort = Math.hypot(from.column - to.column, from.row - to.row) < SHORTEST;
        if (isShort) show(null);
        else if (isComplete(measurement)) finish(measurement);
        else show({ ...measurement, points: [...measurement.points, at] });
      }
    },
  };
}
