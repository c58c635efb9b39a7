/* Encoders of the codecs, which have no types. */

interface FrameEncoder {
  getDecodedBuffer(info: {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
    isUsingColorTransform: boolean;
  }): Uint8Array;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  delete(): void;
}
declare module '@cornerstonejs/codec-charls/wasmjs' {
  const load: () => Promise<{ JpegLSEncoder: new () => FrameEncoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  const load: () => Promise<{ J2KEncoder: new () => FrameEncoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const load: () => Promise<{ HTJ2KEncoder: new () => FrameEncoder }>;
  export default load;
}
