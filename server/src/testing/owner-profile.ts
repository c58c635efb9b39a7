import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { TestApp } from './app.ts';

/** The profile that the owner of an account that others created sends when opening it. */
export async function ownerProfile(app: TestApp) {
  const [countries, jobs] = [
    await app.call(accountsCalls.listCountries),
    await app.call(accountsCalls.listUserJobs),
  ];
  return {
    country_id: countries.body.data[0].id as string,
    job_id: jobs.body.data[0].id as string,
    termsAgreement: true,
  };
}
