import { adminCalls } from '@vesalius/contract/admin-calls';
import { publishingAdminCalls } from '@vesalius/contract/publishing-admin-calls';
import { afterAll, beforeAll } from 'vitest';
import { type Answer, type CallOptions, type Person, type TestApp, testApp } from './app.ts';

const calls = { ...adminCalls, ...publishingAdminCalls };

/** An id that nothing has. */
export const NOBODY = '0198c0de-0000-7000-8000-000000000000';

/** The app with a staff account, Stefan Staff, who makes the calls unless the test names another caller. */
export function administration(options?: Parameters<typeof testApp>[1]) {
  let app: TestApp | undefined;
  let staff: Person | undefined;
  beforeAll(async () => {
    app = await testApp({}, options);
    staff = await app.person({ role: 'staff', firstName: 'Stefan', secondName: 'Staff' });
  });
  afterAll(() => app?.close());
  const started = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the app starts before all tests');
    return value;
  };
  return {
    get app() {
      return started(app);
    },
    get staff() {
      return started(staff);
    },
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    call(name: keyof typeof calls, options: CallOptions = {}): Promise<Answer<any>> {
      return started(app).call(calls[name], { as: started(staff), ...options });
    },
    async auditOf(subject_id: string) {
      return (await this.call('listAuditLog', { query: { subject_id } })).body.data;
    },
  };
}
