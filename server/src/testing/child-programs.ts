import { inject } from 'vitest';
import { usePeopleFileProgram } from '../features/accounts/people-import/read-people-file-apart.ts';
import { useDicomProgram } from '../features/lectures/read-dicom-apart.ts';
import { useVideoProgram } from '../features/publishing/media/clear-video-apart.ts';

useDicomProgram(inject('dicomChild'));
useVideoProgram(inject('videoChild'));
usePeopleFileProgram(inject('peopleFileChild'));
