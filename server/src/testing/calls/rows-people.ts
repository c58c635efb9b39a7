/** Accounts, institutions, support, uploads: valid requests and who may make them. */
import type { accountsEndpoints } from '@vesalius/contract/accounts';
import type { institutionsEndpoints } from '@vesalius/contract/institutions';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import type { lettersEndpoints } from '@vesalius/contract/letters';
import type { resumableUploadsEndpoints } from '@vesalius/contract/resumable-uploads';
import type { supportEndpoints } from '@vesalius/contract/support';
import { sql } from 'kysely';
import { unsubscribeToken } from '../../features/accounts/mail/unsubscribe-token.ts';
import { issueToken } from '../../features/accounts/one-time-tokens.ts';
import { hashToken } from '../../features/accounts/tokens.ts';
import { one } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { buildInstitution } from '../factories.ts';
import {
  everybody,
  type GoodRequest,
  ladder,
  manages,
  NOBODY,
  nobody,
  only,
  owner,
  type Row,
} from './row.ts';
import { type Caller, PASSWORD, SOMEONE, type Someone, type World } from './world.ts';

const WITH_ADDRESS = SOMEONE.filter((name) => name !== 'unverified');

type RowsOf<Endpoints> = Record<keyof Endpoints, Row>;
const NEW_PASSWORD = 'Night shift 8';
let counter = 0;
const newAddress = () => `new${++counter}@people.example`;
const isSomeone = (world: World, caller: Caller): caller is Someone => caller in world.people;

/** A user like the caller, for a call that ends sessions or the account; callers that are not users stay as they are. */
async function inTheirPlace(
  world: World,
  caller: Caller,
  request: (person: { id: string; email: string }) => GoodRequest,
): Promise<GoodRequest> {
  if (!isSomeone(world, caller)) return request({ id: NOBODY, email: 'nobody@people.example' });
  const double = await world.double(caller);
  return { ...request(double), token: double.token };
}
const profileOf = async (world: World) => {
  const { db } = world.t.deps;
  const [country, job] = await Promise.all([
    one(db, sql<{ id: string }>`select id from countries order by id limit 1`),
    one(db, sql<{ id: string }>`select id from professions order by id limit 1`),
  ]);
  return { first_name: 'Ada', second_name: 'Reader', country_id: country.id, job_id: job.id };
};
const changePassword = (own: Caller): Row => ({
  rule: only([own], 403, 'with the own id; the id of somebody else is refused'),
  absent: 403,
  good: (world, caller) =>
    inTheirPlace(world, caller, (person) => ({
      params: { userId: caller === own ? person.id : world.people[own as Someone].id },
      body: { old_password: PASSWORD, password: NEW_PASSWORD },
    })),
});
const signIn: Row = {
  rule: everybody,
  // Another user each time, because the number of sessions per user is limited.
  good: async ({ make }) => ({ body: { email: (await make({})).email, password: PASSWORD } }),
};
const tokenFor = async (world: World, purpose: 'verify_email' | 'reset_password', verified: boolean) => {
  const { id, email } = await world.make({ verified });
  const now = world.t.clock.now();
  return { email, token: await issueToken(world.t.deps.db, { userId: id, purpose, now }) };
};

const byLink: Row = {
  rule: everybody,
  good: ({ t, people }) => ({
    params: {
      token: unsubscribeToken(t.deps.config.secretKey, { userId: people.subscriber.id, letter: 'weekly' }),
    },
  }),
};
export const lettersRows: RowsOf<typeof lettersEndpoints> = {
  getLetterChoice: byLink,
  unsubscribe: byLink,
  undoUnsubscribe: byLink,
};

export const accountsRows: RowsOf<typeof accountsEndpoints> = {
  signIn,
  signInCustomer: signIn,
  signOut: { rule: everybody, good: (world, caller) => inTheirPlace(world, caller, () => ({})) },
  signOutCustomer: { rule: everybody, good: (world, caller) => inTheirPlace(world, caller, () => ({})) },
  endForgottenSession: {
    rule: everybody,
    good: async (world) => ({
      body: { token_hash: hashToken((await world.double('subscriber')).token).toString('hex') },
    }),
  },
  listSessions: { rule: everybody },
  endSession: {
    rule: owner(),
    good: async (world) => ({
      params: { id: (await world.session(world.people.subscriber.id)).id },
      body: { password: PASSWORD },
    }),
  },
  endOtherSessions: {
    rule: everybody,
    good: (world, caller) => inTheirPlace(world, caller, () => ({ body: { password: PASSWORD } })),
  },
  beginSecondFactor: {
    rule: only([...WITH_ADDRESS], 403, 'everybody with a verified address and a password'),
    good: (world, caller) => inTheirPlace(world, caller, () => ({ body: { password: PASSWORD } })),
  },
  turnOnSecondFactor: {
    rule: nobody(409, 'nobody who has not begun: there is no secret'),
    good: () => ({ body: { code: '123456' } }),
  },
  turnOffSecondFactor: {
    rule: nobody(409, 'nobody who has not turned it on'),
    good: () => ({ body: { password: PASSWORD, code: '123456' } }),
  },
  renewRecoveryCodes: {
    rule: nobody(409, 'nobody who has not turned it on'),
    good: () => ({ body: { password: PASSWORD, code: '123456' } }),
  },
  getSignInOptions: { rule: everybody },
  socialRegistration: {
    rule: nobody(401, 'nobody with a token that Google did not sign'),
    good: () => ({ body: { social_provider_type: 'google', id_token: 'a.b.c', nonce: 'n' } }),
  },
  register: {
    rule: everybody,
    good: async (world) => ({
      body: {
        ...(await profileOf(world)),
        email: newAddress(),
        password: NEW_PASSWORD,
        termsAgreement: true,
      },
    }),
  },
  getUser: { rule: everybody },
  verifyEmail: {
    rule: everybody,
    good: async (world) => ({
      body: {
        email_verification_token: (await tokenFor(world, 'verify_email', false)).token,
        password: PASSWORD,
      },
    }),
  },
  resendVerification: { rule: everybody },
  updateProfile: { rule: everybody, good: async (world) => ({ body: await profileOf(world) }) },
  updatePassword: {
    rule: everybody,
    good: (world, caller) =>
      inTheirPlace(world, caller, () => ({ body: { old_password: PASSWORD, password: NEW_PASSWORD } })),
  },
  changeAuthorPassword: changePassword('author'),
  changeEditorPassword: changePassword('editor'),
  changeDirectorPassword: changePassword('director'),
  forgotPassword: { rule: everybody, good: ({ people }) => ({ body: { email: people.beta.email } }) },
  checkResetToken: {
    rule: everybody,
    good: async (world) => {
      const { token } = await tokenFor(world, 'reset_password', true);
      return { body: { reset_password_token: token } };
    },
  },
  resetPassword: {
    rule: everybody,
    good: async (world) => {
      const { email, token } = await tokenFor(world, 'reset_password', true);
      return { body: { email, reset_password_token: token, new_password: NEW_PASSWORD } };
    },
  },
  listCountries: { rule: everybody },
  listUserJobs: { rule: everybody },
  createUpload: {
    rule: everybody,
    good: () => ({ body: { purpose: 'avatar', content_type: 'image/png', size: 1000 } }),
  },
  downloadOwnData: { rule: everybody },
  deleteAccount: {
    rule: everybody,
    good: (world, caller) => inTheirPlace(world, caller, () => ({ body: { password: PASSWORD } })),
  },
};

const newMember = async ({ make, institution }: World) => ({
  userId: (await make({ institutionId: institution.id })).id,
});
export const institutionsRows: RowsOf<typeof institutionsEndpoints> = {
  getOwnInstitution: {
    rule: only(['member', 'manager'], 404, 'members; for others there is no institution'),
  },
  listMissingSeats: { rule: everybody },
  listEndedInstitutions: { rule: everybody },
  listInstitutionMembers: { rule: manages },
  addInstitutionMembers: {
    rule: manages,
    good: () => ({
      body: {
        institution: { users: [{ first_name: 'Noor', second_name: 'Haddad', email: newAddress() }] },
      },
    }),
  },
  listMemberImports: { rule: manages },
  undoMemberImport: {
    rule: manages,
    good: async (world) => {
      const importId = newId();
      await world.t.call(institutionsCalls.addInstitutionMembers, {
        as: world.people.manager,
        query: { import_id: importId },
        body: {
          institution: { users: [{ first_name: 'Noor', second_name: 'Haddad', email: newAddress() }] },
        },
      });
      return { params: { importId } };
    },
  },
  resendMemberInvitations: { rule: manages, good: () => ({ body: {} }) },
  updateInstitutionMember: {
    rule: manages,
    good: async (world) => ({ params: await newMember(world), body: { is_manager: false } }),
  },
  removeInstitutionMember: { rule: manages, good: async (world) => ({ params: await newMember(world) }) },
  removeInstitutionMembers: {
    rule: manages,
    good: async (world) => ({
      body: { removal_id: newId(), user_ids: [(await newMember(world)).userId] },
    }),
  },
  listMemberRemovals: { rule: manages },
  undoMemberRemoval: {
    rule: manages,
    good: async (world) => {
      const removalId = newId();
      const body = { removal_id: removalId, user_ids: [(await newMember(world)).userId] };
      await world.t.call(institutionsCalls.removeInstitutionMembers, { as: world.people.manager, body });
      return { params: { removalId } };
    },
  },
  leaveInstitution: {
    rule: only(['member', 'manager'], 404, 'its members; for others it does not exist'),
    good: async ({ t, people }) => {
      const { id } = await buildInstitution(t.deps.db);
      await sql`insert into institution_members (institution_id, user_id, joined_at)
        select ${id}::uuid, unnest(${[people.member.id, people.manager.id]}::uuid[]), ${t.clock.now()}::timestamptz`.execute(
        t.deps.db,
      );
      return { query: { institution_id: id } };
    },
  },
  getCounterReport: {
    rule: ladder(['manager'], ['member'], manages.words),
    good: () => ({
      params: { report: 'tr_b1' },
      query: { begin_date: '2026-01', end_date: '2026-02' },
    }),
  },
};

export const supportRows: RowsOf<typeof supportEndpoints> = {
  createSupportMessage: {
    rule: everybody,
    good: () => ({
      body: { email_address: 'ada@people.example', email_subject: 'A question', email_body: 'How?' },
    }),
  },
};

const uploaders = only(['staff'], 404, 'staff and producers; for others there is nothing here');

export const resumableUploadsRows: RowsOf<typeof resumableUploadsEndpoints> = {
  listResumableUploads: {
    rule: only(['staff', 'producer'], 404, 'staff and producers; for others there is nothing here'),
  },
  getResumableUpload: {
    rule: uploaders,
    good: async ({ t, people }) => {
      const id = newId();
      const now = t.clock.now();
      await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, created_at, changed_at, expires_at)
        values (${id}, ${people.staff.id}, 'atlas.pdf', 1000, ${now}, ${now}, ${now})`.execute(t.deps.db);
      return { params: { upload_id: id } };
    },
  },
};
