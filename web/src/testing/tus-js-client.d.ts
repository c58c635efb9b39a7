declare module 'tus-js-client/lib.es5/browser/index.js' {
  const browser: typeof import('tus-js-client');
  export default browser;
}
