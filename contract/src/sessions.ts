import { z } from 'zod';
import { Id, Timestamp } from './atoms.ts';

export const Session = z.object({
  id: Id,
  device_name: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const DEMO_ROLES = [
  'reader',
  'resident',
  'author',
  'editor',
  'director',
  'librarian',
  'staff',
] as const;
export type DemoRole = (typeof DEMO_ROLES)[number];

/** An account of the demo library, whose password is public. */
export const DemoAccount = z.object({ role: z.enum(DEMO_ROLES), email: z.string(), password: z.string() });
export type DemoAccount = z.output<typeof DemoAccount>;

export const SignInOptions = z.object({
  /** There is no mail server: mails can be read at /dev/mails. */
  kept_mails: z.boolean(),
  /** Empty where no demo is loaded, and always in production. */
  demo_accounts: z.array(DemoAccount),
  google: z
    .object({
      client_id: z.string(),
      authorization_url: z.string(),
      /** Sent to the provider and back with the ID token; valid once, for minutes. */
      nonce: z.string(),
      /** A stand-in inside this server, not Google. */
      test_mode: z.boolean(),
    })
    .nullable(),
});

/** Stored rows by subject: new kinds are added without a new version. */
export const OwnData = z.looseObject({
  made_at: z.string(),
  account: z.looseObject({ email: z.string() }).nullable(),
  sessions: z.array(z.looseObject({ device_name: z.string().nullable(), created_at: z.string() })),
});
