/** The codecs bring no types: their script is a factory, and with `?url` the module is an address. */
declare module '@cornerstonejs/codec-*' {
  const content: unknown;
  export default content;
}
