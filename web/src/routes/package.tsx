import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLocation, useNavigate, useParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { packageQuery } from '../features/catalogue/api.ts';
import { PackageProfile } from '../features/catalogue/package-profile.tsx';
import { preloadPackage } from '../features/catalogue/preload.ts';
import { ProfileSkeleton } from '../features/catalogue/profile-skeleton.tsx';
import { ShareData } from '../features/catalogue/share-data.tsx';
import { useShown } from '../features/catalogue/use-shown.ts';
import { storeBookToBuy } from '../features/commerce/book-to-buy.ts';
import { EndedWaitNote } from '../features/commerce/ended-wait-note.tsx';
import { purchaseIn } from '../features/commerce/purchase.ts';
import { useWait } from '../features/commerce/use-wait.ts';
import { WaitingNote } from '../features/commerce/waiting-note.tsx';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** Only after a purchase. */
const SubscribedNote = lazyPart(() => import('../features/commerce/subscribed-note.tsx'), {
  namespaces: ['commerce'],
});

export const load = ({ queryClient }: AppContext, { params }: LoaderFunctionArgs) =>
  preloadPackage(queryClient, params.id as string);

export default function PackageScreen() {
  const { t } = useTranslation('catalogue');
  const id = useParams().id as string;
  const session = useSession();
  const navigate = useNavigate();
  const { data: bundle, error, isError, refetch } = useShown((viewer) => packageQuery(viewer, id));
  const item = { mode: 'package', id } as const;
  const wait = useWait(item, bundle?.is_subscribed === false);
  const purchase = purchaseIn(useLocation().state);
  // 422: the address contains no valid id.
  if (error instanceof CallError && [404, 422].includes(error.status))
    return (
      <div className="page">
        <PageTitle>{t('bundle.notFoundTitle')}</PageTitle>
        <EmptyState
          title={t('bundle.notFoundTitle')}
          action={<Link to={paths.packages.to()}>{t('bundle.all')}</Link>}
        />
      </div>
    );
  if (isError)
    return (
      <div className="page">
        <FailedState error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!bundle) return <ProfileSkeleton />;
  return (
    <>
      <PageTitle>{bundle.name}</PageTitle>
      <ShareData
        title={bundle.name}
        description={bundle.description}
        image={bundle.image_url ?? undefined}
        path={paths.packageProfile.to(id)}
      />
      {purchase && session && (
        <Suspense>
          <SubscribedNote item={item} purchase={purchase} />
        </Suspense>
      )}
      <PackageProfile
        bundle={bundle}
        waiting={wait && !wait.ended && <WaitingNote item={item} since={wait.waiting_since} />}
        endedWait={wait?.ended && <EndedWaitNote ended={wait.ended} />}
        onSubscribe={() => {
          storeBookToBuy({ mode: 'package', id });
          const next = paths.checkout.to('package', id);
          void navigate(session ? next : paths.signIn.to(next));
        }}
      />
    </>
  );
}
