import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppContext } from '../app/app-context.ts';
import { About } from '../features/catalogue/about.tsx';
import { ContinueReading } from '../features/catalogue/continue-reading.tsx';
import { FeaturedCourses } from '../features/catalogue/featured-courses.tsx';
import { HowToNavigate } from '../features/catalogue/how-to-navigate.tsx';
import { AssignedBooks, Bundles, DigitalBooks } from '../features/catalogue/landing-sections.tsx';
import { OwnPart } from '../features/catalogue/own-part.tsx';
import { preloadLanding } from '../features/catalogue/preload.ts';
import { Section } from '../features/catalogue/section.tsx';
import { ShareData, SiteStructuredData } from '../features/catalogue/share-data.tsx';
import { Welcome } from '../features/catalogue/welcome.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LoadAgain } from '../ui/missing-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { WhenNear } from '../ui/when-near.tsx';

/** The form needs its library, rules and texts: loaded only when the visitor scrolls near it. */
const LandingContact = lazyPart(() => import('./landing-contact.tsx'), {
  namespaces: ['support', 'fields'],
});
/** Only for roles that can be in a program. */
const HomePrograms = lazyPart(() => import('../features/programs/home-programs.tsx'), {
  namespaces: ['programs'],
});
/** Only for members of an institution. */
const HomeInstitution = lazyPart(() => import('../features/institutions/home-institution.tsx'), {
  namespaces: ['institutions'],
});
/** Only for authors and editors. */
const AskedReviews = lazyPart(() => import('../features/studio/review/asked-reviews.tsx'), {
  namespaces: ['publishing'],
});
/** Only for readers. */
const ReviewInvitation = lazyPart(() => import('../features/assessments/review-invitation.tsx'), {
  namespaces: ['assessments'],
  Missing: LoadAgain,
});

export const load = ({ queryClient }: AppContext) => preloadLanding(queryClient);

export default function Landing() {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const role = session?.role;
  const isMaker = role === 'author' || role === 'editor';
  return (
    <>
      <PageTitle />
      <ShareData title={t('welcome.title')} description={t('welcome.lead')} path="/" />
      <SiteStructuredData description={t('welcome.lead')} />
      <Welcome />
      <div className="page">
        <OwnPart />
      </div>
      <ContinueReading />
      {role === 'customer' && (
        <div className="page">
          <Suspense>
            <ReviewInvitation to={paths.review.to()} />
          </Suspense>
        </div>
      )}
      {role === 'customer' && (session?.hasInstitution || session?.managesInstitution) && (
        <Suspense>
          <HomeInstitution />
        </Suspense>
      )}
      {(role === 'customer' || role === 'program_director') && (
        <Suspense>
          <HomePrograms />
        </Suspense>
      )}
      {isMaker && (
        <div className="page">
          <Suspense>
            <AskedReviews />
          </Suspense>
        </div>
      )}
      {isMaker ? <AssignedBooks role={role} /> : <FeaturedCourses />}
      {!isMaker && <Bundles />}
      <HowToNavigate />
      <DigitalBooks />
      <About />
      <Section id="contact" title={t('contact.title')} intro={t('contact.intro')}>
        <WhenNear minHeight={440}>
          <Suspense>
            <LandingContact />
          </Suspense>
        </WhenNear>
      </Section>
    </>
  );
}
