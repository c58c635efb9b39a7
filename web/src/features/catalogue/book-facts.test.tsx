import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen } from '../../testing/render.tsx';
import { sampleBookDetail } from '../../testing/sample-books.ts';
import { BookFacts } from './book-facts.tsx';

it('shows the publisher with its contacts, and the book’s identifiers', async () => {
  const book = sampleBookDetail({
    ...{ isbn_print: '0-306-40615-2', doi: '10.1000/heart' },
    publisher: {
      ...{ name: 'Fabrica Press', imprint: 'Fabrica Atlas', logo_url: null },
      ...{ website: 'https://fabrica.example/books', contact_email: 'books@fabrica.example' },
    },
    subjects: [
      { scheme: 'mesh', code: 'D006333', name: 'Heart Failure' },
      { scheme: 'bisac', code: 'MED010000', name: 'MEDICAL / Cardiology' },
    ],
  });
  const { container } = await renderScreen(<BookFacts book={book} />, {
    namespaces: ['catalogue'],
    isPublic: true,
  });
  expect(screen.getByText('Fabrica Atlas, an imprint of Fabrica Press')).toBeVisible();
  expect(screen.getByRole('link', { name: 'fabrica.example' })).toHaveAttribute(
    'href',
    'https://fabrica.example/books',
  );
  expect(screen.getByRole('link', { name: 'books@fabrica.example' })).toBeVisible();
  expect(screen.getByRole('link', { name: '10.1000/heart' })).toHaveAttribute(
    'href',
    'https://doi.org/10.1000/heart',
  );
  expect(screen.getByText('0-306-40615-2')).toBeVisible();
  expect(screen.getByText('Heart Failure · MEDICAL / Cardiology')).toBeVisible();
  expect(screen.queryByText('ISBN (electronic)')).not.toBeInTheDocument();
  await expectAccessible(container);
});
