import { changePasswordPath, paths } from '../lib/paths.ts';
import type { Session } from '../lib/stored-session.ts';
import { isFullMember } from './guards.ts';

export type AccountMenuKey =
  | 'profile'
  | 'myBooks'
  | 'assignedBooks'
  | 'subscriptions'
  | 'notebook'
  | 'review'
  | 'certificates'
  | 'institutionBooks'
  | 'institutionManagement'
  | 'topics'
  | 'programs'
  | 'studio'
  | 'administration'
  | 'changePassword';

/** What a user has in addition to what the role gives. */
export interface Owned {
  readonly subscriptions: boolean;
  readonly certificates: boolean;
  /** Books that the user makes or reviews. */
  readonly works: boolean;
}
const NOTHING_OWNED: Owned = { subscriptions: false, certificates: false, works: false };
const OWNED_KEYS = ['works', 'subscriptions', 'certificates'] as const;
const KEY_OF_OWNED = {
  works: 'studio',
  subscriptions: 'subscriptions',
  certificates: 'certificates',
} as const;

const KEYS: Readonly<Record<Session['role'], readonly AccountMenuKey[]>> = {
  customer: [
    'profile',
    'myBooks',
    'notebook',
    'review',
    'subscriptions',
    'certificates',
    'institutionBooks',
    'institutionManagement',
    'topics',
  ],
  program_director: ['profile', 'programs', 'myBooks', 'notebook', 'subscriptions'],
  author: ['profile', 'assignedBooks'],
  editor: ['profile', 'assignedBooks', 'notebook'],
  staff: ['profile', 'studio', 'administration'],
};

/**
 * The account menu: complete for full members, otherwise only the password (and signing out). Purchases and certificates from
 * another role are listed as well.
 */
export function accountMenuOf(
  session: Session,
  owned: Owned = NOTHING_OWNED,
): { key: AccountMenuKey; to: string }[] {
  const address: Readonly<Record<AccountMenuKey, string>> = {
    profile: paths.profile.to(session.userId),
    myBooks: paths.myBooks.to(),
    assignedBooks: paths.books.to(),
    subscriptions: paths.subscriptions.to(),
    notebook: paths.notebook.to(),
    review: paths.review.to(),
    certificates: paths.certificates.to(),
    institutionBooks: paths.institutionBooks.to(),
    institutionManagement: paths.institutionManagement.to(),
    topics: paths.studentTopics.to(),
    programs: paths.programs.to(),
    studio: paths.studio.to(),
    administration: paths.admin.to(),
    changePassword: changePasswordPath[session.role],
  };
  const ofRole = KEYS[session.role];
  const ownedKeys = OWNED_KEYS.filter((key) => owned[key])
    .map((key) => KEY_OF_OWNED[key])
    .filter((key) => !ofRole.includes(key));
  const keys = isFullMember(session) ? [...ofRole, ...ownedKeys] : [];
  return [...keys, 'changePassword' as const]
    .filter((key) => key !== 'institutionBooks' || session.hasInstitution)
    .filter((key) => key !== 'institutionManagement' || session.managesInstitution)
    .map((key) => ({ key, to: address[key] }));
}
