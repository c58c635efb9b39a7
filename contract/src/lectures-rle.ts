/** A frame cannot be unpacked: it has the wrong number of byte planes, or one of them ends early. Without zod. */
export class BadRle extends Error {
  readonly part: 'segments' | 'segment';
  constructor(part: 'segments' | 'segment') {
    super(`RLE ${part}`);
    this.part = part;
  }
}

/**
 * RLE Lossless (DICOM PS3.5, annex G): up to 15 byte planes, the most significant first, each run-length encoded. Returns
 * interleaved samples in little-endian order. `pixels` is the number of pixels that the frame must have.
 */
export function unpackRle(
  bytes: Uint8Array,
  pixels: number,
  samples: number,
  bytesPerSample: number,
): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = bytes.length >= 64 ? view.getUint32(0, true) : 0;
  if (segments !== samples * bytesPerSample) throw new BadRle('segments');
  const out = new Uint8Array(pixels * samples * bytesPerSample);
  for (let segment = 0; segment < segments; segment += 1) {
    const start = view.getUint32(4 + 4 * segment, true);
    const end = segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : bytes.length;
    const sample = Math.floor(segment / bytesPerSample);
    const byte = bytesPerSample - 1 - (segment % bytesPerSample);
    unpack(bytes.subarray(start, end), out, sample * bytesPerSample + byte, samples * bytesPerSample);
  }
  return out;
}

function unpack(packed: Uint8Array, out: Uint8Array, first: number, step: number): void {
  let to = first;
  for (let from = 0; from < packed.length && to < out.length; ) {
    const head = packed[from]!;
    from += 1;
    if (head < 128) {
      for (let count = head + 1; count > 0 && to < out.length; count -= 1, to += step)
        out[to] = packed[from++]!;
    } else if (head > 128) {
      const value = packed[from++]!;
      for (let count = 257 - head; count > 0 && to < out.length; count -= 1, to += step) out[to] = value;
    }
  }
  if (to < out.length) throw new BadRle('segment');
}
