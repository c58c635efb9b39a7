import { z } from 'zod';
import { anyPassword } from './accounts-fields.ts';
import { FIELD_MESSAGES } from './accounts-messages.ts';

/** Six digits of an authenticator, or a recovery code; spaces, dashes and case are ignored. */
const SecondFactorCode = z
  .string({ error: FIELD_MESSAGES.codeRequired })
  .trim()
  .min(1, FIELD_MESSAGES.codeRequired)
  .max(40, FIELD_MESSAGES.codeWrong);
/** Only after the answer `second_factor_needed`: the same request again, with the code. */
export const MaybeCode = { second_factor_code: SecondFactorCode.nullish() };

export const BeginSecondFactorBody = z.object({ password: anyPassword(FIELD_MESSAGES.passwordRequired) });
export const SecondFactorCodeBody = z.object({ code: SecondFactorCode });
export const SecondFactorChangeBody = z.object({
  password: anyPassword(FIELD_MESSAGES.passwordRequired),
  code: SecondFactorCode,
});
/** For the authenticator: a link for the QR code, and the secret to type (base32). */
export const SecondFactorSecret = z.object({ secret: z.string(), otpauth_url: z.string() });
/** Shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
