interface RleSize {
  readonly columns: number;
  readonly rows: number;
  readonly samples: number;
  readonly bytesPerSample: number;
}

const HEADER_LENGTH = 64;
/** A packet holds at most this many bytes, or repeats one as often. */
const LONGEST = 128;

/** RLE Lossless (DICOM PS3.5, annex G), the inverse of `unpackRle`: nothing is in the frame but its pixels. */
export function packRle(samples: Uint8Array, size: RleSize): Buffer {
  const { bytesPerSample } = size;
  const planes = Array.from({ length: size.samples * bytesPerSample }, (_value, index) => {
    const byte = bytesPerSample - 1 - (index % bytesPerSample);
    return packPlane(samples, Math.floor(index / bytesPerSample) * bytesPerSample + byte, size);
  });
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt32LE(planes.length, 0);
  let offset = HEADER_LENGTH;
  for (const [index, plane] of planes.entries()) {
    header.writeUInt32LE(offset, 4 + 4 * index);
    offset += plane.length;
  }
  return Buffer.concat([header, ...planes]);
}

/** Row by row, as the standard wants it; of even length. */
function packPlane(
  samples: Uint8Array,
  first: number,
  { columns, rows, samples: count, bytesPerSample }: RleSize,
) {
  const step = count * bytesPerSample;
  const packed = Buffer.alloc(rows * (columns + Math.ceil(columns / LONGEST)) + 1);
  let to = 0;
  for (let row = 0; row < rows; row += 1) {
    const at = (column: number) => samples[first + (row * columns + column) * step]!;
    const runAt = (column: number) => {
      let end = column + 1;
      while (end < columns && end - column < LONGEST && at(end) === at(column)) end += 1;
      return end - column;
    };
    for (let column = 0; column < columns; ) {
      const run = runAt(column);
      if (run > 1) {
        packed[to++] = 257 - run;
        packed[to++] = at(column);
        column += run;
        continue;
      }
      let end = column + 1;
      // A run of two is no shorter than its bytes.
      while (end < columns && end - column < LONGEST && runAt(end) < 3) end += 1;
      packed[to++] = end - column - 1;
      for (; column < end; column += 1) packed[to++] = at(column);
    }
  }
  return packed.subarray(0, to + (to % 2));
}
