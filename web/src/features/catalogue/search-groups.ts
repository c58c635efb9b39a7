import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import type { MaterialKind } from '@vesalius/contract/lectures';
import type { TextPart } from '@vesalius/contract/search-hits';
import { paths } from '../../lib/paths.ts';

export interface SearchOption {
  readonly key: string;
  /** The page if the user may read it, otherwise the profile. */
  readonly to: string;
  readonly title: string | readonly TextPart[];
  /** Text around the hit, where the title is not an excerpt itself. */
  readonly excerpt?: readonly TextPart[];
  readonly context?: string;
  readonly page?: number | string;
  readonly books?: number;
  readonly cover?: string;
  readonly kind?: MaterialKind;
  /** When a lecture says it. */
  readonly seconds?: number;
  readonly locked: boolean;
}
export interface SearchGroup {
  readonly name: 'answers' | 'books' | 'authors' | 'chapters' | 'pages' | 'materials' | 'notes';
  /** Search words that no page contains, with the similar words that were found instead. */
  readonly replaced?: SearchHits['replaced'];
  readonly options: readonly SearchOption[];
}

/** The words of an excerpt; the marks of omission are no words of the page. */
const wordsOf = (context: readonly TextPart[]): string =>
  context
    .map(({ text }) => text)
    .join('')
    .replaceAll('…', ' ')
    .trim();

/** The hits in the order of display and arrow keys, without empty groups. */
export function groupsOf(hits: SearchHits): SearchGroup[] {
  const groups: SearchGroup[] = [
    {
      name: 'answers',
      options: hits.answers.map((answer) => ({
        key: `answer ${answer.book.id} ${answer.page} ${answer.quote}`,
        to: paths.bookViewer.to(answer.book.id, answer.page, { passage: answer.quote }),
        title: answer.context,
        context: answer.book.title,
        page: answer.label,
        locked: false,
      })),
    },
    {
      name: 'books',
      options: hits.books.map((book) => ({
        key: `book ${book.id}`,
        to: paths.bookProfile.to(book.id),
        title: book.title,
        context: book.author,
        cover: book.cover_photo,
        locked: false,
      })),
    },
    {
      name: 'authors',
      options: hits.authors.map((author) => ({
        key: `author ${author.name}`,
        to: paths.books.to({ search_term: author.name }),
        title: author.name,
        books: author.number_of_books,
        locked: false,
      })),
    },
    {
      name: 'chapters',
      options: hits.chapters.map((chapter) => ({
        key: `chapter ${chapter.id}`,
        to: chapter.readable
          ? paths.bookViewer.to(chapter.book.id, chapter.first_page)
          : paths.bookProfile.to(chapter.book.id),
        title: chapter.title,
        context: chapter.book.title,
        page: chapter.first_page,
        locked: !chapter.readable,
      })),
    },
    {
      name: 'pages',
      replaced: hits.replaced,
      options: hits.pages.map((hit) => ({
        key: `page ${hit.book.id} ${hit.page}`,
        to: paths.bookViewer.to(hit.book.id, hit.page, { passage: wordsOf(hit.context) }),
        title: hit.context,
        context: hit.book.title,
        page: hit.label,
        locked: false,
      })),
    },
    {
      name: 'notes',
      options: hits.notes.map(({ id, text, quote, label, page, book }) => ({
        key: `note ${id}`,
        to: paths.bookViewer.to(book.id, page, { note: id }),
        title: text.length > 0 ? text : quote,
        ...(text.length > 0 && quote.length > 0 ? { excerpt: quote } : {}),
        context: book.title,
        page: label,
        locked: false,
      })),
    },
    {
      name: 'materials',
      options: hits.materials.map((hit) => ({
        key: `material ${hit.id} ${hit.at_seconds}`,
        to: hit.locked
          ? paths.lectures.to(hit.book.id)
          : paths.supplementary.at(hit.id, hit.book.id, hit.at_seconds),
        title: hit.title,
        ...(hit.context.length > 0 ? { excerpt: hit.context } : {}),
        ...(hit.at_seconds === null ? {} : { seconds: hit.at_seconds }),
        kind: hit.material_type,
        context: hit.book.title,
        page: hit.label,
        locked: hit.locked,
      })),
    },
  ];
  return groups.filter((group) => group.options.length > 0);
}
