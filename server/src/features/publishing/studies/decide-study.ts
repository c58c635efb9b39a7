import { isDeepStrictEqual } from 'node:util';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Value } from '@vesalius/contract/working-copy-document';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Actor } from '../../accounts/actor.ts';
import { isKnownAttribute } from '../../lectures/dicom-identity.ts';
import { tellVoid } from '../review/tell-void.ts';
import { makeChanges } from '../works/change-work.ts';
import { withIds } from '../works/fill-work.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { deleteStudyFiles, forgetNames } from './name-queries.ts';
import { readKnownSlices } from './read-slices.ts';
import { findWorkStudy } from './read-study-report.ts';
import { findReport, requestReport } from './request-report.ts';
import { contentOf, fingerprintOf, type KeptAttribute } from './study-content.ts';
import { findDecision, insertDecision } from './study-queries.ts';

interface Decision {
  readonly key: string;
  /** What the person looked at. */
  readonly content: string;
  readonly kept: readonly KeptAttribute[];
  /** Images, by their content. */
  readonly leftOut: readonly string[];
}

/**
 * What the report was about is what is decided: other files since then need another look, and so do those that stay when
 * images are left out. The same decision sent again changes nothing.
 */
export const decideStudy = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { key, content, kept, leftOut }: Decision,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    const { study, files } = await findWorkStudy(tx, workId, key);
    const out = new Set(leftOut);
    const staying = study.files.filter(({ assetHash }) => !out.has(assetHash));
    const identity = { identity: 'remove', kept } as const;
    const names = kept.map(({ attribute }) => attribute);
    const isSound = names.every(isKnownAttribute) && new Set(names).size === names.length;
    demand(isSound, 'invalid', { kept: VALUE_MESSAGES.notAccepted });
    const now = clock.now();
    const row = { workId, fingerprint: fingerprintOf(staying, identity), materialKey: key, kept };
    const isLookedAt =
      study.files.length > 0 &&
      contentOf(study.files) === content &&
      (await findReport(tx, study.files)) !== null;
    // Sent again: what was to be left out is gone already, or it is decided.
    const isRepeated =
      out.size > 0 ? staying.length === study.files.length : await findDecision(tx, workId, row.fingerprint);
    if (!isLookedAt && isRepeated) return;
    demand(isLookedAt, 'edited_meanwhile');
    demand(staying.length > 0, 'invalid', { left_out: VALUE_MESSAGES.notAccepted });
    const { notLookedAt } = await readKnownSlices({ db: tx }, out.size > 0 ? [] : files);
    demand(notLookedAt.length === 0, 'invalid', { left_out: VALUE_MESSAGES.notLookedAt });
    const gone = files.filter(({ assetHash }) => out.has(assetHash));
    const fields: [string, unknown, unknown][] = [
      ['identifying_attributes', study.identity, 'remove'],
      ['kept_attributes', study.kept, kept],
    ];
    const operations = fields.flatMap(([field, before, after]) =>
      isDeepStrictEqual(before, after)
        ? []
        : [{ op: 'set' as const, path: [...study.path, field], value: withIds(after) as Value }],
    );
    if (gone.length > 0) {
      await deleteStudyFiles(tx, workId, gone);
      // Whoever approved this version saw them.
      await tellVoid(tx, { workId, version: work.version }, now);
    }
    if (operations.length > 0)
      await makeChanges(tx, work, { actor, base: work.version, changes: [{ id: newId(), operations }] }, now);
    const record = (detail: object) =>
      recordAudit(
        tx,
        {
          ...{ actorId: actor.userId, action: 'work.decide-study', subjectType: 'book', subjectId: workId },
          detail: { study: key, kept: names, files: staying.length, ...detail },
        },
        now,
      );
    if (gone.length > 0) {
      // Those that stood for others are gone: the others are looked at before somebody decides.
      await requestReport(tx, workId, staying);
      return record({ left_out: gone.length });
    }
    await forgetNames(tx, { workId, materialKey: key, files });
    if ((await insertDecision(tx, { ...row, decidedBy: actor.userId }, now)) === 1) await record({});
  });
