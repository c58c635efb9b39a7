/* The codecs have no types. */

interface FrameDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  decode(): void;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  delete(): void;
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  const load: () => Promise<{ JPEGDecoder: new () => FrameDecoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const load: () => Promise<{ JpegLSDecoder: new () => FrameDecoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const load: () => Promise<{ J2KDecoder: new () => FrameDecoder }>;
  export default load;
}
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const load: () => Promise<{ HTJ2KDecoder: new () => FrameDecoder }>;
  export default load;
}
