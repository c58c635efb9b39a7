import { adminCalls } from '@vesalius/contract/admin-calls';
import type { Role } from '@vesalius/contract/calls';
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
    /** The role of a person as a screen shows it now, with what ends with it. */
    async shownRole(id: string) {
      const { body: person } = await this.call('getPerson', { params: { id } });
      const idsOf = (items: readonly { id: string }[]) => items.map((item) => item.id);
      return {
        ...{ role_name: person.role_name as Role, is_beta: person.is_beta as boolean },
        ...{ book_ids: idsOf(person.books), produced_book_ids: idsOf(person.produced_books) },
        ...{ program_ids: idsOf(person.programs), institution_ids: idsOf(person.institutions) },
      };
    },
    /** Changes the role as staff do who have read what ends with the former one. */
    async giveRole(id: string, role_name: Role) {
      const previous = await this.shownRole(id);
      return this.call('updatePerson', { params: { id }, body: { role_name, previous } });
    },
    async auditOf(subject_id: string) {
      return (await this.call('listAuditLog', { query: { subject_id } })).body.data;
    },
  };
}
