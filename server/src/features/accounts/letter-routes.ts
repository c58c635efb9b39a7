import { lettersEndpoints } from '@vesalius/contract/letters';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { changeLetterChoice, readLetterChoice } from './letter-choice.ts';
import { mount } from './mount.ts';

const MAX_FORM_BYTES = 10_000;

export function letterRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const { secretKey } = deps.config;
  // In a separate scope, because mail programs send a form of either kind, and its only field says what the address says.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
      (_request, _form, parsed) => parsed(null, undefined),
    );
    mount(scope, deps, lettersEndpoints, {
      getLetterChoice: ({ params: { token } }) => readLetterChoice({ db, secretKey }, token),
      unsubscribe: ({ params: { token } }) => changeLetterChoice({ db, secretKey }, token, false),
      undoUnsubscribe: ({ params: { token } }) => changeLetterChoice({ db, secretKey }, token, true),
    });
    done();
  });
}
