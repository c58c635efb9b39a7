import { accountsEndpoints } from '@vesalius/contract/accounts';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import { wholeList } from '@vesalius/contract/atoms';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { siteOf } from '../../platform/networks.ts';
import { countersOfPlace, takeAttempts } from '../../platform/throttle.ts';
import { makeUploadUrl, registerUploadRoutes } from '../../platform/uploads.ts';
import type { AccountReactions } from './account-reactions.ts';
import type { Actor } from './actor.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { listDemoAccounts } from './demo-accounts.ts';
import { keepsMails, registerKeptMails } from './dev-mails.ts';
import { downloadOwnData } from './download-own-data.ts';
import { endOwnSessions } from './end-own-sessions.ts';
import { forgotPassword } from './forgot-password.ts';
import { makeNonce } from './google/nonce.ts';
import { identityProvider } from './google/provider.ts';
import { socialRegistration } from './google/social-registration.ts';
import { registerStandIn } from './google/stand-in.ts';
import { accountLetters } from './jobs.ts';
import { mount } from './mount.ts';
import { demandTokenOwner, findWithdrawer } from './one-time-tokens.ts';
import { type Device, hashPlace } from './open-session.ts';
import { placeGuards } from './place-guards.ts';
import { presentUser } from './present-user.ts';
import { findUserById, listCountries, listProfessions } from './queries.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import {
  beginSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './second-factor/change-second-factor.ts';
import { deleteSession, deleteSessionByHash, listSessions } from './session-queries.ts';
import { signIn } from './sign-in.ts';
import { MAIL_PLACE, UPLOAD_PLACE, verificationCounterOf } from './throttles.ts';
import { updateProfile } from './update-profile.ts';
import { verifyEmail } from './verify-email.ts';

/** The browser's cache holds page images of the leaving user, and its back-forward cache their pages. */
const clearBrowserCache = (reply: FastifyReply) => void reply.header('clear-site-data', '"cache"');
/** All in one answer, because they are few and forms need them all. */

export function accountsRoutes(app: FastifyInstance, given: Deps, reactions: AccountReactions): void {
  const deps = { ...given, reactions };
  const { db, clock } = deps;
  registerUploadRoutes(app, deps);
  registerKeptMails(app, deps);
  const provider = identityProvider(deps.config);
  const guard = placeGuards(deps);
  const placeHashOf = ({ ip }: FastifyRequest) => hashPlace(deps.config.secretKey, ip);
  const deviceOf = (
    body: { device_id?: string | null | undefined; fcm_token?: string | null | undefined; remember: boolean },
    request: FastifyRequest,
  ): Device => ({
    deviceId: body.device_id ?? null,
    fcmToken: body.fcm_token ?? null,
    remember: body.remember,
    userAgent: request.headers['user-agent'],
    placeHash: placeHashOf(request),
  });
  if (provider?.testMode) registerStandIn(app, deps);
  const signOut = async ({ actor, reply }: { actor: Actor; reply: FastifyReply }): Promise<undefined> => {
    await deleteSession(db, actor.userId, actor.sessionId);
    clearBrowserCache(reply);
  };
  mount(app, deps, accountsEndpoints, {
    signIn: ({ body, request }) =>
      signIn(deps, body, { device: deviceOf(body, request), ip: request.ip, customersOnly: false }),
    signInCustomer: ({ body, request }) =>
      signIn(deps, body, { device: deviceOf(body, request), ip: request.ip, customersOnly: true }),
    signOut,
    signOutCustomer: signOut,
    endForgottenSession: async ({ body, reply }): Promise<undefined> => {
      await deleteSessionByHash(db, Buffer.from(body.token_hash, 'hex'));
      clearBrowserCache(reply);
    },
    listSessions: async ({ actor }) => {
      const rows = await listSessions(db, actor.userId, clock.now());
      return wholeList(
        rows.map((row) => ({
          id: row.id,
          device_name: row.deviceName ?? '',
          created_at: row.createdAt.toISOString(),
          last_seen_at: row.lastSeenAt.toISOString(),
          expires_at: row.expiresAt.toISOString(),
          current: row.id === actor.sessionId,
        })),
      );
    },
    endSession: async ({ actor, params, body }) =>
      void (await endOwnSessions(deps, actor, { sessionId: params.id, password: body.password })),
    endOtherSessions: async ({ actor, body }) =>
      void (await endOwnSessions(deps, actor, { sessionId: null, password: body.password })),
    beginSecondFactor: ({ actor, body }) => beginSecondFactor(deps, actor, body),
    turnOnSecondFactor: ({ actor, body }) => turnOnSecondFactor(deps, actor, body.code),
    turnOffSecondFactor: async ({ actor, body }) => void (await turnOffSecondFactor(deps, actor, body)),
    renewRecoveryCodes: ({ actor, body }) => renewRecoveryCodes(deps, actor, body),
    getSignInOptions: async () => ({
      kept_mails: keepsMails(deps.config),
      demo_accounts: deps.config.demo && !deps.config.production ? await listDemoAccounts(deps.db) : [],
      google: provider && {
        client_id: provider.clientId,
        authorization_url: provider.authorizationUrl,
        nonce: makeNonce(deps.config.secretKey),
        test_mode: provider.testMode,
      },
    }),
    socialRegistration: ({ body, request }) =>
      guard.signIn(request.ip, () =>
        socialRegistration(deps, provider, body, {
          device: deviceOf(body, request),
          site: siteOf(request.ip),
        }),
      ),
    register: ({ body, request }) =>
      guard.register(request.ip, () =>
        register(deps, body, { device: deviceOf(body, request), site: siteOf(request.ip) }),
      ),
    getUser: async ({ actor }) => {
      const user = await findUserById(db, actor.userId, clock.now());
      demand(user, 'session_ended');
      return presentUser(user, deps.config);
    },
    verifyEmail: ({ actor, body, request }) =>
      verifyEmail(
        deps,
        { token: body.email_verification_token, password: body.password },
        { actor, device: deviceOf(body, request), ip: request.ip },
      ),
    resendVerification: async ({ actor, query, request }) => {
      const now = clock.now();
      const user = await findUserById(db, actor.userId, now);
      demand(user, 'session_ended');
      await takeAttempts(
        db,
        [verificationCounterOf(user.email), ...countersOfPlace(MAIL_PLACE, request.ip)],
        now,
      );
      if (!actor.emailVerified)
        await enqueue(db, accountLetters.sendVerification({ user_id: actor.userId, next: query.next }));
      return { message: SUCCESS_MESSAGES.verificationSent };
    },
    updateProfile: ({ actor, body }) => updateProfile(deps, actor, body),
    updatePassword: ({ actor, body, request }) => changePassword(deps, actor, body, placeHashOf(request)),
    changeAuthorPassword: ({ actor, body, params, request }) =>
      changePassword(deps, actor, body, placeHashOf(request), params.userId),
    changeEditorPassword: ({ actor, body, params, request }) =>
      changePassword(deps, actor, body, placeHashOf(request), params.userId),
    changeDirectorPassword: ({ actor, body, params, request }) =>
      changePassword(deps, actor, body, placeHashOf(request), params.userId),
    forgotPassword: ({ body, request }) => forgotPassword(deps, body.email, request.ip),
    checkResetToken: async ({ body, request }) => {
      const purposes = ['reset_password', 'invitation'] as const;
      const link = { token: body.reset_password_token, purposes, now: clock.now() };
      await demandTokenOwner(db, link, { ip: request.ip, failure: 'reset_token_invalid' });
      return { withdrawn_by: await findWithdrawer(db, link.token) };
    },
    resetPassword: ({ body, request }) =>
      resetPassword(deps, body, {
        device: { deviceId: body.device_id ?? null, placeHash: placeHashOf(request) },
        ip: request.ip,
      }),
    listCountries: async () => wholeList(await listCountries(db)),
    listUserJobs: async () => wholeList(await listProfessions(db)),
    createUpload: async ({ actor, body, request }) => {
      // A visitor who registers may upload a portrait; everything else requires a session.
      demand(actor || body.purpose === 'avatar', 'not_signed_in');
      // Only staff manage listings.
      demand(actor?.role === 'staff' || body.purpose !== 'listing_picture', 'not_allowed');
      await takeAttempts(db, countersOfPlace(UPLOAD_PLACE, request.ip), clock.now());
      const { url, expiresAt } = makeUploadUrl(
        deps.config.secretKey,
        { purpose: body.purpose, contentType: body.content_type, size: body.size },
        clock.now(),
      );
      return { upload_url: url, expires_at: expiresAt.toISOString() };
    },
    downloadOwnData: async ({ actor, reply }) => {
      const data = await downloadOwnData(db, actor.userId, clock.now());
      return reply
        .header('content-disposition', 'attachment; filename="vesalius-my-data.json"')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(data, null, 2));
    },
    deleteAccount: async ({ actor, body, reply }): Promise<undefined> => {
      await deleteAccount(deps, actor, body, reactions);
      clearBrowserCache(reply);
    },
  });
}
