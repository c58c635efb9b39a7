import { describe, expect, it } from 'vitest';
import { doiOf, identifierOf, isbn13Of, isSubjectCode } from './identifiers.ts';
import { proposeSlug, Slug } from './slugs.ts';

describe('an ISBN', () => {
  it.each([
    ['978-0-306-40615-7', '9780306406157'],
    ['978 0 306 40615 7', '9780306406157'],
    ['9780306406157', '9780306406157'],
    ['978‑0‑306‑40615‑7', '9780306406157'],
    ['0-306-40615-2', '9780306406157'],
    ['ISBN 0306406152', '9780306406157'],
    ['ISBN-13: 978-0-306-40615-7', '9780306406157'],
    ['0-8044-2957-x', '9780804429573'],
  ])('%s is %s', (text, digits) => expect(isbn13Of(text)).toBe(digits));

  it.each(['978-0-306-40615-8', '0-306-40615-3', '9770306406157', '030640615', 'X306406152', 'heart', ''])(
    '%s is none',
    (text) => expect(isbn13Of(text)).toBeNull(),
  );
});

describe('a DOI', () => {
  it.each([
    ['10.1000/ABC.12', '10.1000/abc.12'],
    ['https://doi.org/10.1000/abc.12', '10.1000/abc.12'],
    ['http://dx.doi.org/10.1000/abc.12', '10.1000/abc.12'],
    ['doi: 10.1000.10/123', '10.1000.10/123'],
  ])('%s is %s', (text, doi) => expect(doiOf(text)).toBe(doi));

  it.each(['10.1000', '10.10/a', '11.1000/a', '10.1000/a b', 'https://example.org/10.1000/a'])(
    '%s is none',
    (text) => expect(doiOf(text)).toBeNull(),
  );

  it('and an ISBN are told from words', () => {
    expect(identifierOf('10.1000/a')).toBe('10.1000/a');
    expect(identifierOf('0306406152')).toBe('9780306406157');
    expect(identifierOf('1234567890')).toBeNull();
    expect(identifierOf('heart failure')).toBeNull();
  });
});

describe('a subject code', () => {
  it.each([
    ['mesh', 'D006333', true],
    ['mesh', 'D000067251', true],
    ['mesh', 'C14.280', false],
    ['bisac', 'MED010000', true],
    ['bisac', 'MED01', false],
  ] as const)('of %s: %s', (scheme, code, is) => expect(isSubjectCode(scheme, code)).toBe(is));
});

describe('a proposed slug', () => {
  it.each([
    ['Cardiology, the Whole of It', 'cardiology-the-whole-of-it'],
    ['Médecine d’urgence', 'medecine-d-urgence'],
    ['أمراض القلب', ''],
    ['-- 3D --', '3d'],
  ])('of %s is "%s"', (name, slug) => expect(proposeSlug(name)).toBe(slug));

  it('is a slug, however long the name', () => {
    expect(Slug.safeParse(proposeSlug(`${'a'.repeat(79)} and more`)).success).toBe(true);
  });
});
