import { PORTAL_PREFIX, type Portal } from '@vesalius/contract/calls';
import type { BookDetail } from '@vesalius/contract/catalogue';
import type { Person } from '@vesalius/contract/catalogue-parts';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { decideAccess } from './access.ts';
import { seesUnpublished } from './access-queries.ts';
import { bookCard, publicUrl } from './book-card.ts';
import { type DetailRow, findDetail, type StoredPerson } from './book-detail-queries.ts';
import { listHolds, presentHold } from './holds.ts';
import { findPersonalDetail, type PersonalDetailRow } from './personal-queries.ts';
import type { PublicCache } from './public-cache.ts';

/** A book as this user sees it. An unpublished one exists only for its authors, editors and staff. */
export async function getBook(
  { db, cache, now }: { db: Db; cache: PublicCache; now: Date },
  { actor, portal, bookId }: { actor: Actor | null; portal: Portal; bookId: string },
): Promise<BookDetail> {
  const [row, personal] = await Promise.all([
    cache.get(`book ${bookId}`, () => findDetail(db, bookId, now)),
    actor ? findPersonalDetail(db, actor, bookId, now) : null,
  ]);
  demand(row, 'not_found');
  const published = row.publishedAt !== null && row.publishedAt <= now;
  demand(published || seesUnpublished(actor, personal), 'not_found');
  const card = bookCard(row, actor, personal ?? undefined);
  const holds = actor && personal ? await listHolds(db, actor, [personal], now) : null;
  return {
    ...card,
    ...factsOf(row, card.has_access, portal, now),
    ...ownFactsOf(actor, personal),
    hold: presentHold(holds?.get(bookId)?.[0]),
  };
}

function factsOf(row: DetailRow, hasAccess: boolean, portal: Portal, now: Date) {
  const { certificate } = row;
  return {
    edition: row.edition,
    pdf: `${PORTAL_PREFIX[portal]}/books/${row.id}/pages`,
    brief: row.brief,
    learning_objectives: row.learningObjectives,
    audience: row.audience,
    disclosures: row.disclosures,
    references: row.sources,
    isbn_print: row.isbnPrint,
    isbn_electronic: row.isbnElectronic,
    doi: row.doi,
    subjects: row.subjects,
    publisher: publisherOf(row),
    review_date: row.reviewDate,
    expiry_date: row.expiryDate,
    front_matter: frontMatterOf(row, hasAccess),
    faculty: row.faculty.map(personOf),
    senior_editors: row.seniorEditors.map(personOf),
    book_samples: row.samples.map(({ id, key }) => ({ id, sample_url: publicUrl(key) })),
    chapters: [...row.chapters],
    reading_hours: row.readingHours,
    number_of_chapters: row.chapters.length,
    number_of_lectures: row.lectures,
    number_of_quizzes: row.quizzes,
    number_of_tests: row.tests,
    number_of_authors: row.authors,
    number_of_speakers: row.speakers,
    has_certificate: certificate !== null,
    certificate: certificate && {
      title: certificate.title,
      description: certificate.description,
      hours_of_participation: certificate.hours_of_participation,
      credits: certificate.credits ?? null,
      provider: certificate.provider ?? null,
      accreditation_statement: certificate.accreditation_statement ?? null,
      designation_statement: certificate.designation_statement ?? null,
    },
    accessibility: row.accessibility,
    has_survey: row.surveyId !== null,
    survey_id: row.surveyId,
    has_final_test: row.hasFinalTest,
    paypal_plan_id: row.paypalPlanId,
    old_version_book: oldVersionOf(row, now),
    new_version_book: row.newVersion,
    is_withdrawn: row.withdrawnAt !== null,
  };
}

function ownFactsOf(actor: Actor | null, personal: PersonalDetailRow | null) {
  return {
    book_progress: {
      status: personal?.status ?? ('not_started' as const),
      page: personal?.page ?? 1,
      is_survey_solved: personal?.surveySolved ?? false,
      highlights_and_notes: { notesProgress: personal?.notes ?? 0 },
    },
    records_progress: personal ? decideAccess(actor, personal).records : false,
    subscription_id: personal?.subscriptionId ?? null,
    subscription_end_date: personal?.subscriptionEndsAt?.toISOString() ?? null,
    can_cancel_subscription: personal?.renews ?? false,
    promo_plans: (personal?.promoPlans ?? []).map(({ planId, code }) => ({
      plan_id: planId,
      promo_code: { name: code },
    })),
    sections_results: (personal?.sections ?? []).map((section) => ({
      name: section.name,
      percentage: section.post ?? section.pre,
      message: section.message,
      pre_test_score_percentage: section.pre,
      section_from: section.firstPage,
    })),
  };
}

const personOf = (person: StoredPerson): Person => ({
  name: person.name,
  title: person.title ?? null,
  photo: person.image_key ? publicUrl(person.image_key) : null,
  biography: person.biography ?? null,
  disclosure: person.disclosure ?? null,
});

function publisherOf({ publisher }: DetailRow) {
  if (!publisher) return null;
  const { logo_key: logoKey, ...facts } = publisher;
  return { ...facts, logo_url: logoKey && publicUrl(logoKey) };
}

/** The front matter ends with the preview, too. */
function frontMatterOf(row: DetailRow, hasAccess: boolean) {
  if (row.frontMatterFirstPage === null || row.frontMatterLastPage === null) return null;
  const last = hasAccess ? row.frontMatterLastPage : Math.min(row.frontMatterLastPage, PREVIEW_LAST_PAGE);
  if (last < row.frontMatterFirstPage) return null;
  return { first_page: row.frontMatterFirstPage, last_page: last };
}

function oldVersionOf(row: DetailRow, now: Date) {
  if (!row.oldVersionId || !row.readableUntil) return null;
  const over = row.readableUntil < now.toISOString().slice(0, 10);
  return {
    id: row.oldVersionId,
    deprecation: over ? ('deprecated' as const) : ('pending' as const),
    deprecation_date: row.readableUntil,
  };
}
