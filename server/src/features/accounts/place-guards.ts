import type { ErrorCode } from '@vesalius/contract/errors';
import type { Deps } from '../../platform/deps.ts';
import { codeOf } from '../../platform/errors.ts';
import { countersOfPlace, countWhen, type ThrottlePolicy } from '../../platform/throttle.ts';
import { REGISTER_PLACE, SIGN_IN_PLACE, TAKEN_PLACE } from './throttles.ts';

const failsWith =
  (...codes: ErrorCode[]) =>
  (error?: unknown): boolean => {
    const code = codeOf(error);
    return code !== null && codes.includes(code);
  };
const succeeds = (error?: unknown): boolean => error === undefined;

type Work<Result> = () => Promise<Result>;

/** The throttles by network address. A crowd behind one address does not count against itself. */
export function placeGuards(deps: Pick<Deps, 'db' | 'clock'>) {
  const guard =
    (policy: ThrottlePolicy, isCounted: (error?: unknown) => boolean) =>
    <Result>(ip: string, work: Work<Result>): Promise<Result> =>
      countWhen(deps, countersOfPlace(policy, ip), isCounted, work);
  // Each new account sends a mail to an address that a bot may have invented, so successes are counted as well.
  const registrations = guard(REGISTER_PLACE, succeeds);
  const takenAddresses = guard(TAKEN_PLACE, failsWith('email_taken'));
  return {
    signIn: guard(SIGN_IN_PLACE, failsWith('social_token_invalid')),
    register: <Result>(ip: string, work: Work<Result>) => takenAddresses(ip, () => registrations(ip, work)),
  };
}
