/** The table of calls and callers as a page: docs/calls-and-callers.md. */
import { addressOf, expectedOf, mountedCalls } from './table.ts';
import { CALLERS, type Caller } from './world.ts';

const callers = Object.keys(CALLERS) as Caller[];

export function tableOfCalls(): string {
  const features = [...new Set(mountedCalls.map(({ feature }) => feature))];
  return [
    '# Every call and every kind of caller',
    '',
    'The status of a good request, worked out from the contract (`contract/src`: who may call, which portal) and the',
    'rules of ownership (`server/src/testing/calls/rows-*.ts`, written from the specification). The test',
    '`server/src/app/every-call.http.test.ts` makes each of these requests against the real application, and beside it',
    'the bad ones. This page is written by `npm run calls-table`; the test fails when it is not up to date.',
    '',
    '| a request that | is answered with |',
    '|---|---|',
    '| lacks a required field, or has one of a wrong kind, anywhere in it | 422, after 401 and 403 |',
    '| has more fields than the contract names (`role`, `is_beta`, `user_id`, `price` ...) | as if they were not there |',
    '| is larger than the call’s limit | 413, whoever sends it |',
    '| is no JSON; is of another type | 400; 415, whoever sends it |',
    '| names an id that belongs to nothing | 404 (the id in a password’s path: 403) |',
    '',
    '| caller | who |',
    '|---|---|',
    ...callers.map((caller) => `| ${caller} | ${CALLERS[caller]} |`),
    ...features.flatMap((feature) => tableOfFeature(feature)),
    '',
  ].join('\n');
}

function tableOfFeature(feature: string): string[] {
  const calls = mountedCalls.filter((mounted) => mounted.feature === feature);
  return [
    '',
    `## ${feature}`,
    '',
    `| call | ${callers.join(' | ')} | who of them |`,
    `|---|${callers.map(() => '---|').join('')}---|`,
    ...calls.map((mounted) => {
      const cells = callers.map((caller) => expectedOf(mounted, caller));
      const call = `\`${mounted.endpoint.method} ${addressOf(mounted)}\``;
      return `| ${[call, ...cells, mounted.row?.rule.words ?? ''].join(' | ')} |`;
    }),
  ];
}
