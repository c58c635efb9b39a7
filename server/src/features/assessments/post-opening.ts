import { POST_TEST_PAGES_RATIO } from '@vesalius/contract/constants';
import type { TestRow } from './subject-queries.ts';

type Chapter = Pick<TestRow, 'prePage' | 'postPage' | 'pagesShown' | 'postPageReached'>;

/** How many of the pages from the pre-test to the post-test, both included, must have been shown. */
export const pagesNeeded = ({ prePage, postPage }: Pick<Chapter, 'prePage' | 'postPage'>): number =>
  Math.ceil((postPage - prePage + 1) * POST_TEST_PAGES_RATIO);

/** A post-test opens when its page has been reached and half of the chapter was shown since the pre-test. */
export const isChapterRead = (chapter: Chapter): boolean =>
  chapter.postPageReached && chapter.pagesShown >= pagesNeeded(chapter);
