const MARKER = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Stuffed bytes, fill bytes and restart markers are part of a scan's data. */
const isInScan = (code: number | undefined) =>
  code === 0 || code === MARKER || (code !== undefined && code >= 0xd0 && code <= 0xd7);
/** SOF0 to SOF15, without DHT, JPG and DAC, whose numbers lie in the same range. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** Pixels and scans of a JPEG, read from its markers only, up to the end of the first image. */
export function readJpegWork(bytes: Buffer): { pixels: number; scans: number } {
  let [pixels, scans, at] = [0, 0, 2];
  while (at + 4 <= bytes.length) {
    const code = bytes[at + 1] as number;
    if (bytes[at] !== MARKER || code === END_OF_IMAGE) break;
    if (isInScan(code)) {
      at += code === MARKER ? 1 : 2;
      continue;
    }
    if (isFrame(code) && at + 9 <= bytes.length)
      pixels = Math.max(pixels, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7));
    at += 2 + bytes.readUInt16BE(at + 2);
    if (code !== START_OF_SCAN) continue;
    scans += 1;
    do at = bytes.indexOf(MARKER, at) + 1;
    while (at > 0 && isInScan(bytes[at]));
    if (at === 0) break;
    at -= 1;
  }
  return { pixels, scans };
}
