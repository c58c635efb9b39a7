/** The rows that every server gets, and the names of the measurement's readers. */
export const BOOKS = Number(process.env.BOOKS ?? 1000);
export const READERS = 32;
export const QUESTIONS = 40;
export const CHOICES = 4;
export const PASSWORD = 'Fabrica-1543';
export const CATEGORIES = ['Cardiology', 'Radiology', 'Nephrology', 'Neurology'];
export const emailOf = (number) => `reader-${number}@example.com`;

export const books = Array.from({ length: BOOKS }, (_, number) => ({
  slug: `book-${number}`,
  title: `A Book of Medicine, Volume ${number}`,
  author: 'Andreas Vesalius',
  language: 'en',
  price_cents: 4900 + ((number * 37) % 30_000),
  release_date: new Date(Date.UTC(2015, 0, 1 + ((number * 13) % 4000))).toISOString().slice(0, 10),
  brief: 'What the book is about. '.repeat(20),
  cover: `/files/public/covers/${number}.webp`,
  number_of_pages: 40,
  category: CATEGORIES[number % CATEGORIES.length],
}));

/** The first choice is the right one. */
export const questions = Array.from({ length: QUESTIONS }, (_, number) => ({
  position: number,
  question: `Question ${number} of the bench, as long as questions are?`,
  choices: Array.from({ length: CHOICES }, (_, place) => ({
    answer: `Choice ${place}`,
    correct: place === 0,
  })),
}));
