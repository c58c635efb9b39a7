import type { SignedIn } from '@vesalius/contract/users';
import { CallError } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { accountsApi } from './api.ts';

/** `isRight`: the password is correct, also if signing in needs a second factor. */
export async function trySignIn({
  email,
  new_password: password,
  remember,
}: {
  email: string;
  new_password: string;
  remember: boolean;
}): Promise<{ user: SignedIn | null; isRight: boolean }> {
  try {
    const user = await accountsApi.signIn({ body: { email, password, remember, device_id: deviceId() } });
    return { user, isRight: true };
  } catch (error) {
    const needs = error instanceof CallError ? error.code : '';
    return { user: null, isRight: needs === 'second_factor_needed' || needs === 'profile_needed' };
  }
}
