import type { KeyboardEvent } from 'react';
import type { Tool } from './pane-state.ts';
import type { Viewer } from './use-viewer.ts';
import { limitZoom } from './view.ts';
import { CT_PRESETS } from './window-presets.ts';

const TOOL_KEYS: Readonly<Record<string, Tool>> = {
  s: 'scroll',
  w: 'window',
  z: 'zoom',
  p: 'pan',
  l: 'length',
  a: 'angle',
};
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
};

/** Handles the keys of a focused pane; menus, sliders and buttons keep theirs. */
export function onViewerKey(event: KeyboardEvent, viewer: Viewer, isCt: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'group') return;
  const { active, current } = viewer;
  const { key } = event;
  const step = STEPS[key];
  const preset = isCt ? CT_PRESETS[Number(key) - 1] : undefined;
  const tool = TOOL_KEYS[key.toLowerCase()];
  const zoom = (factor: number) =>
    viewer.change(active, { view: { ...current.view, zoom: limitZoom(current.view.zoom * factor) } });

  if (step !== undefined) viewer.goTo(active, ({ index }) => index + step);
  else if (key === 'Home') viewer.goTo(active, () => 0);
  else if (key === 'End') viewer.goTo(active, (_pane, count) => count - 1);
  else if (preset) viewer.setWindow({ center: preset.center, width: preset.width });
  else if (tool) viewer.setTool(tool);
  else if (key === '+' || key === '=') zoom(1.25);
  else if (key === '-') zoom(0.8);
  else if (key === '0') viewer.reset();
  else if (key.toLowerCase() === 'i') viewer.invert();
  else if (key.toLowerCase() === 'r') viewer.rotate();
  else if (key === ' ') viewer.togglePlaying();
  else if (key === 'Delete' || key === 'Backspace') viewer.removeMeasurement();
  else return;
  event.preventDefault();
}
