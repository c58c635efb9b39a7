/** The part of hls.js without subtitles, further sound tracks and copy protection, which no lecture has. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
