/** The codecs have no types: their script exports a factory, and an import with `?url` is an address. */
declare module '@cornerstonejs/codec-*' {
  const content: unknown;
  export default content;
}
