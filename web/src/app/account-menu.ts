import type { Session } from '../lib/session.ts';
import { isFullMember } from './guards.ts';
import { changePasswordPath, paths } from './paths.ts';

export type AccountMenuKey =
  | 'profile'
  | 'myBooks'
  | 'assignedBooks'
  | 'subscriptions'
  | 'review'
  | 'certificates'
  | 'institutionBooks'
  | 'topics'
  | 'programs'
  | 'administration'
  | 'changePassword';

const KEYS: Readonly<Record<Session['role'], readonly AccountMenuKey[]>> = {
  customer: ['profile', 'myBooks', 'review', 'subscriptions', 'certificates', 'institutionBooks', 'topics'],
  // Program directors have no certificates.
  program_director: ['profile', 'programs', 'myBooks', 'subscriptions'],
  author: ['profile', 'assignedBooks'],
  editor: ['profile', 'assignedBooks'],
  staff: ['profile', 'administration'],
};

/** The profile menu: all of it for full members, otherwise only the password (and signing out). */
export function accountMenuOf(session: Session): { key: AccountMenuKey; to: string }[] {
  const address: Readonly<Record<AccountMenuKey, string>> = {
    profile: paths.profile.to(session.userId),
    myBooks: paths.myBooks.to(),
    assignedBooks: paths.books.to(),
    subscriptions: paths.subscriptions.to(),
    review: paths.review.to(),
    certificates: paths.certificates.to(),
    institutionBooks: paths.institutionBooks.to(),
    topics: paths.studentTopics.to(),
    programs: paths.programs.to(),
    administration: paths.admin.to(),
    changePassword: changePasswordPath[session.role],
  };
  const keys = isFullMember(session) ? KEYS[session.role] : [];
  return [...keys, 'changePassword' as const]
    .filter((key) => key !== 'institutionBooks' || session.hasInstitution)
    .map((key) => ({ key, to: address[key] }));
}
