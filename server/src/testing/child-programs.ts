import { inject } from 'vitest';
import { usePeopleFileProgram } from '../features/accounts/people-import/read-people-file-apart.ts';
import { useDicomProgram } from '../features/lectures/read-dicom-apart.ts';

useDicomProgram(inject('dicomChild'));
usePeopleFileProgram(inject('peopleFileChild'));
