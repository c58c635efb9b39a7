/** The build of hls.js without subtitles, alternate audio and DRM, which no lecture has. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
