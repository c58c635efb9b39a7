import { inject } from 'vitest';
import { useDicomProgram } from '../features/lectures/read-dicom-apart.ts';

useDicomProgram(inject('dicomChild'));
