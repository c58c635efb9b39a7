import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WorkProcesses } from '../../platform/work-processes.ts';
import type { DicomSlice } from './dicom-check.ts';
import { BadDicom } from './dicom-parse.ts';
import type { DicomAnswer, DicomRequest } from './dicom-protocol.ts';

const CHILD = fileURLToPath(new URL('./dicom-child.js', import.meta.url));

export interface DicomLimits {
  readonly timeLimitMs: number;
  /** More for each megabyte, whose frames are decoded: some 0.7 s of a compressed one on an idle machine. */
  readonly timeLimitMsPerMegabyte: number;
  /** However large the file is: two at a time are read, and others wait. */
  readonly longestMs: number;
  /** Pixels are outside of it; attributes are inside. */
  readonly heapMb: number;
}
const LIMITS: DicomLimits = {
  timeLimitMs: 30_000,
  timeLimitMsPerMegabyte: 3000,
  longestMs: 900_000,
  heapMb: 768,
};

/** The limits of time or memory were exceeded: another machine may read the file. */
export class DicomTooLarge extends BadDicom {}

/** Reads DICOM files in child processes with limits on time, memory and the number of attributes. */
export class DicomReader {
  readonly #processes: WorkProcesses<DicomRequest, DicomAnswer>;
  readonly #limits: DicomLimits;

  constructor(program: () => string, limits: Partial<DicomLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#processes = new WorkProcesses(program, this.#limits);
  }

  /** Throws BadDicom. */
  async read(request: DicomRequest): Promise<DicomSlice> {
    const end = await this.#processes.ask(request, { timeLimitMs: await this.#timeLimitMs(request.path) });
    if (end.tell === 'read') return end.slice;
    if (end.tell === 'failed') throw new Error(`a DICOM file could not be read: ${end.message}`);
    if (end.tell === 'refused') throw new BadDicom(end.text);
    if (end.tell === 'late')
      throw new DicomTooLarge(`takes longer than ${end.seconds} seconds to read; export it again`);
    throw new DicomTooLarge('takes more memory to read than a file may; export it again');
  }

  async #timeLimitMs(path: string): Promise<number> {
    const { timeLimitMs, timeLimitMsPerMegabyte, longestMs } = this.#limits;
    // The child says what is wrong with a file that is not there.
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    return Math.min(timeLimitMs + (size / 1_000_000) * timeLimitMsPerMegabyte, longestMs);
  }
}

let program = CHILD;
const reader = new DicomReader(() => program);

/** For tests, which run from the sources: the child's program is not beside this file. */
export function useDicomProgram(path: string): void {
  program = path;
}

/** What a file is. Throws BadDicom. */
export const lookAtDicom = (path: string, identity: DicomRequest['identity']): Promise<DicomSlice> =>
  reader.read({ path, identity });

/** Writes what readers get of a file to another path. Throws BadDicom. */
export const writeDicom = (
  request: DicomRequest & Required<Pick<DicomRequest, 'output'>>,
): Promise<DicomSlice> => reader.read(request);
