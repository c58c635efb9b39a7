import { cache, Enums, imageLoader, init, RenderingEngine } from '@cornerstonejs/core';
import { init as initLoader } from '@cornerstonejs/dicom-image-loader';

/** A stack viewport as the library's own examples make it, and the rest of the series fetched in its order. */
const count = Number(new URLSearchParams(location.search).get('count'));
const imageIds = Array.from(
  { length: count },
  (_value, at) => `wadouri:${location.origin}/series/${String(at + 1).padStart(4, '0')}.dcm`,
);
init();
initLoader();
cache.setMaxCacheSize(2_000_000_000);
const engine = new RenderingEngine('engine');
engine.enableElement({
  viewportId: 'stack',
  type: Enums.ViewportType.STACK,
  element: document.getElementById('view'),
});
const viewport = engine.getViewport('stack');
let shown = false;
let loaded = 0;
document.getElementById('view')?.addEventListener(Enums.Events.IMAGE_RENDERED, () => {
  shown = true;
});
window.bench = {
  isShown: () => shown,
  loaded: () => loaded,
  scroll: (steps) => viewport.setImageIdIndex(Math.min(count - 1, viewport.getCurrentImageIdIndex() + steps)),
};
await viewport.setStack(imageIds, 0);
viewport.render();
const queue = [...imageIds];
const work = async () => {
  for (let id = queue.shift(); id; id = queue.shift()) {
    await imageLoader.loadAndCacheImage(id).catch(() => {});
    loaded += 1;
  }
};
for (let at = 0; at < 6; at += 1) void work();
