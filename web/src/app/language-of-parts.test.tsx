import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { languageOf, markLanguages } from './language-of-parts.ts';

describe('the language of a text', () => {
  it.each([
    ['The ECG in Practice', 'ar', null, 'en'],
    ['The ECG in Practice', 'en', null, null],
    ['Das EKG in der Praxis', 'en', 'de', 'de'],
    ['Das EKG in der Praxis', 'ar', 'de', 'de'],
    ['تخطيط القلب', 'en', null, 'ar'],
    ['تخطيط القلب', 'ar', null, null],
    ['د. سارة', 'en', 'en', 'ar'],
    ['تخطيط القلب ECG', 'ar', 'en', null],
    ['1:03', 'ar', 'en', null],
  ])('%s on a page in %s, of a book in %s, is %s', (text, page, known, expected) => {
    expect(languageOf(text, page, known)).toBe(expected);
  });
});

describe('on an Arabic page', () => {
  let stop = () => {};
  afterEach(() => stop());
  it('texts of others say their language, also when they come later or change; our own do not', async () => {
    let rename = (_title: string) => {};
    function Card() {
      const [title, setTitle] = useState('Das EKG');
      rename = setTitle;
      return (
        <article data-language="de">
          <h2 dir="auto">{title}</h2>
          <p>صفحة</p>
          <img src="data:," alt="A heart" />
          <bdi lang="fr">Le cœur</bdi>
        </article>
      );
    }
    const { container, rerender } = render(<bdi>Ada Writer</bdi>);
    stop = markLanguages(container, () => 'ar');
    expect(screen.getByText('Ada Writer')).toHaveAttribute('lang', 'en');
    rerender(<Card />);
    const heading = screen.getByRole('heading');
    await waitFor(() => expect(heading).toHaveAttribute('lang', 'de'));
    expect(screen.getByRole('img')).toHaveAttribute('lang', 'de');
    expect(screen.getByText('صفحة')).not.toHaveAttribute('lang');
    expect(screen.getByText('Le cœur')).toHaveAttribute('lang', 'fr');
    act(() => rename('تخطيط القلب'));
    await waitFor(() => expect(heading).not.toHaveAttribute('lang'));
  });
});
