import { z } from 'zod';
import { anyPassword } from './accounts-fields.ts';
import { FIELD_MESSAGES } from './accounts-messages.ts';

/** Six digits of an authenticator, or a recovery code; spaces, dashes and case do not matter. */
const SecondFactorCode = z
  .string({ error: FIELD_MESSAGES.codeRequired })
  .trim()
  .min(1, FIELD_MESSAGES.codeRequired)
  .max(40, FIELD_MESSAGES.codeWrong);
/** Only where the first answer was `second_factor_needed`: the same request again, with the code. */
export const MaybeCode = { second_factor_code: SecondFactorCode.nullish() };

export const BeginSecondFactorBody = z.object({ password: anyPassword(FIELD_MESSAGES.passwordRequired) });
export const SecondFactorCodeBody = z.object({ code: SecondFactorCode });
export const SecondFactorChangeBody = z.object({
  password: anyPassword(FIELD_MESSAGES.passwordRequired),
  code: SecondFactorCode,
});
/** For the authenticator: as a link that stands in a QR code, and to type (base32). */
export const SecondFactorSecret = z.object({ secret: z.string(), otpauth_url: z.string() });
/** Shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
