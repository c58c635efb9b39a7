/** Made by `web/build/start-scripts.ts`. */
declare module 'virtual:start-scripts' {
  interface StartScript {
    readonly code: string;
    /** As a content security policy names it. */
    readonly hash: string;
  }
  export const pageStart: StartScript;
  export const viewerStart: StartScript;
}
