/*
 * The sizes of the viewer's frame (pixels). Stylesheets read them as custom properties; the inline start script uses
 * them to position the first page before any stylesheet is loaded.
 */
export const TOOLBAR_HEIGHT = 56;
export const PHONE_TOOLBAR_HEIGHT = 52;
export const PHONE_BAR_HEIGHT = 56;
export const SIDE_PANEL_WIDTH = 352;
export const PAGE_PANEL_WIDTH = 312;

export const FRAME_STYLE: Readonly<Record<`--${string}`, string>> = {
  '--toolbar-height': `${TOOLBAR_HEIGHT}px`,
  '--phone-toolbar-height': `${PHONE_TOOLBAR_HEIGHT}px`,
  '--phone-bar-height': `${PHONE_BAR_HEIGHT}px`,
  '--side-panel-width': `${SIDE_PANEL_WIDTH}px`,
  '--page-panel-width': `${PAGE_PANEL_WIDTH}px`,
};
