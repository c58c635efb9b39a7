import { POST_TEST_PAGES_RATIO } from '@vesalius/contract/constants';
import type { TestRow } from './subject-queries.ts';

type Chapter = Pick<TestRow, 'prePage' | 'postPage' | 'pagesShown' | 'postPageReached'>;

/** Of the pages from the pre-test's to the post-test's, both included. */
export const pagesNeeded = ({ prePage, postPage }: Pick<Chapter, 'prePage' | 'postPage'>): number =>
  Math.ceil((postPage - prePage + 1) * POST_TEST_PAGES_RATIO);

/** A post-test measures what was read: its page is reached, and half of the chapter was shown since the pre-test. */
export const isChapterRead = (chapter: Chapter): boolean =>
  chapter.postPageReached && chapter.pagesShown >= pagesNeeded(chapter);
