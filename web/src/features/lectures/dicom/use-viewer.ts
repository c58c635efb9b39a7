import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Window } from './decode/slice.ts';
import { linkedIndex } from './link-series.ts';
import { clampIndex, newPane, type PaneState, type Tool } from './pane-state.ts';
import type { SliceStack } from './slice-stack.ts';
import { WHOLE } from './view.ts';

const CINE_FRAMES_A_SECOND = 12;

/** The actions of the viewer's controls. */
export function useViewer(stacks: readonly SliceStack[]) {
  const [panes, setPanes] = useState<readonly PaneState[]>([newPane(0)]);
  const [active, setActive] = useState(0);
  const [tool, setTool] = useState<Tool>('scroll');
  const [isLinked, setLinked] = useState(true);
  const [isPlaying, setPlaying] = useState(false);

  const change = useCallback((at: number, part: Partial<PaneState>) => {
    setPanes((before) => before.map((pane, index) => (index === at ? { ...pane, ...part } : pane)));
  }, []);

  /** Scrolls a pane and, if linked, the other one to the same position. */
  const goTo = useCallback(
    (at: number, next: (pane: PaneState, count: number) => number) => {
      setPanes((before) => {
        const moved = before[at];
        const stack = moved && stacks[moved.series];
        if (!moved || !stack) return before;
        const { count } = stack.getState();
        const index = clampIndex(next(moved, count), count);
        return before.map((pane, other) => {
          if (other === at) return { ...pane, index };
          const otherStack = stacks[pane.series];
          return isLinked && otherStack ? { ...pane, index: linkedIndex(stack, index, otherStack) } : pane;
        });
      });
    },
    [stacks, isLinked],
  );

  // Slices load around the shown one.
  useEffect(() => {
    for (const { series, index } of panes) {
      stacks[series]?.look(index);
      stacks[series]?.start();
    }
  }, [panes, stacks]);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(
      () => goTo(active, ({ index }, count) => (index + 1) % Math.max(1, count)),
      1000 / CINE_FRAMES_A_SECOND,
    );
    return () => clearInterval(timer);
  }, [isPlaying, active, goTo]);

  const current = panes[active] ?? (panes[0] as PaneState);
  return useMemo(
    () => ({
      panes,
      active: panes[active] ? active : 0,
      current,
      tool,
      isLinked,
      isPlaying,
      setActive,
      setTool,
      change,
      goTo,
      togglePlaying: () => setPlaying((before) => !before),
      stop: () => setPlaying(false),
      toggleLinked: () => setLinked((before) => !before),
      /** Toggles the second series beside the first. */
      toggleBeside: () => {
        setActive(0);
        setPanes((before) => {
          const first = before[0] as PaneState;
          if (before.length > 1) return [first];
          const second = stacks.findIndex((_stack, at) => at !== first.series);
          const [from, to] = [stacks[first.series], stacks[second]];
          return from && to
            ? [first, { ...newPane(second), index: linkedIndex(from, first.index, to) }]
            : before;
        });
      },
      setSeries: (series: number) => change(active, newPane(series)),
      setWindow: (window: Window | null) => change(active, { window }),
      rotate: () =>
        change(active, {
          view: { ...WHOLE, zoom: current.view.zoom, rotation: (current.view.rotation + 90) % 360 },
        }),
      invert: () => change(active, { inverted: !current.inverted }),
      reset: () => change(active, { view: WHOLE, window: null, inverted: false }),
      removeMeasurement: () => {
        const own = current.measurements.filter(({ slice }) => slice === current.index);
        const last = own.at(-1);
        if (last) change(active, { measurements: current.measurements.filter(({ id }) => id !== last.id) });
      },
    }),
    [panes, active, current, tool, isLinked, isPlaying, change, goTo, stacks],
  );
}
export type Viewer = ReturnType<typeof useViewer>;
