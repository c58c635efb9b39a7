import { useQuery } from '@tanstack/react-query';
import { currentUserOptions } from '../features/accounts/api.ts';
import { ContactForm } from '../features/support/contact-form.tsx';
import { useSession } from '../lib/session.ts';
import LibraryFrame from '../ui/library-frame.tsx';

/** The landing page's contact form. It loads when the visitor scrolls near it. */
export default function LandingContact() {
  const session = useSession();
  const { data: user } = useQuery({ ...currentUserOptions, enabled: session !== null });
  return (
    <LibraryFrame>
      <div style={{ maxWidth: 560 }}>
        <ContactForm email={user?.email ?? null} />
      </div>
    </LibraryFrame>
  );
}
