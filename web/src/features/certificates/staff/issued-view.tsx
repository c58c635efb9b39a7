import { Anchor, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { CertificateHistory } from '@vesalius/contract/certificates-admin';
import { CERTIFICATE_NAME_MAX_LENGTH } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../../lib/formats.ts';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import classes from '../verification.module.css';
import { ActDialog, useIssuedAct } from './act-dialog.tsx';
import { issuedApi } from './api.ts';
import { EarlierIssues } from './earlier-issues.tsx';
import { StateBadge } from './issued-list.tsx';
import { useAmount } from './use-amount.ts';

type Act = 'correct' | 'revoke' | 'reinstate';

/** A certificate for staff: its data, earlier issues, and possible actions. */
export function IssuedView({
  certificate,
  verifyLink,
  personLink,
}: {
  certificate: CertificateHistory;
  verifyLink: string;
  personLink: string;
}) {
  const { t, i18n } = useTranslation('issued');
  const amountOf = useAmount();
  const [asking, setAsking] = useState<Act | null>(null);
  const { state, revoked_at: revokedAt } = certificate;
  const isValid = state === 'valid';
  const facts: readonly (readonly [string, string])[] = [
    [t('account'), certificate.account_name ?? t('accountDeleted')],
    [t('email'), certificate.email ?? '–'],
    [t('activity'), certificate.title],
    [t('book'), `${certificate.book_title} (${certificate.book_version})`],
    [t('kind'), `${t(`kinds.${certificate.kind}`)}: ${amountOf(certificate)}`],
    [t('issuer'), certificate.provider ?? 'Vesalius'],
    [t('score'), t('scoreOf', { score: certificate.final_score, total: certificate.final_total })],
    [t('completed'), formatDate(certificate.completed_on, i18n.language)],
    [t('issuedAt'), formatDateTime(certificate.issued_at, i18n.language)],
    ...(revokedAt ? [[t('revokedAt'), formatDateTime(revokedAt, i18n.language)] as const] : []),
    ...(certificate.revoked_reason ? [[t('reason'), certificate.revoked_reason] as const] : []),
  ];
  return (
    <Stack gap="xl" maw={760}>
      <Group gap="sm" align="center">
        <StateBadge state={state} />
        <Text fw={600}>
          <bdi dir="ltr">{certificate.number}</bdi>
        </Text>
        <Anchor component={Link} to={verifyLink}>
          {t('publicPage')}
        </Anchor>
        {certificate.account_name !== null && (
          <Anchor component={Link} to={personLink}>
            {t('person')}
          </Anchor>
        )}
      </Group>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Group gap="sm">
        {isValid && (
          <Button variant="default" onClick={() => setAsking('correct')}>
            {t('correct.open')}
          </Button>
        )}
        {/* One button for both, so that the focus is on it again after either. */}
        <Button
          variant={isValid ? 'outline' : 'default'}
          {...(isValid ? { color: 'oxblood' } : {})}
          onClick={() => setAsking(isValid ? 'revoke' : 'reinstate')}
        >
          {t(isValid ? 'revoke.open' : 'reinstate.open')}
        </Button>
      </Group>
      <EarlierIssues issues={certificate.earlier_issues} count={certificate.earlier_issue_count} />
      <CorrectDialog
        key={certificate.id}
        certificate={certificate}
        opened={asking === 'correct'}
        onClose={() => setAsking(null)}
      />
      <RevokeDialog certificate={certificate} opened={asking === 'revoke'} onClose={() => setAsking(null)} />
      <ReinstateDialog
        certificate={certificate}
        opened={asking === 'reinstate'}
        onClose={() => setAsking(null)}
      />
    </Stack>
  );
}

interface DialogProps {
  readonly certificate: CertificateHistory;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function CorrectDialog({ certificate, opened, onClose }: DialogProps) {
  const { t } = useTranslation('issued');
  const { id, number, user_name: before, same_name: others, account_name: account } = certificate;
  const [name, setName] = useState(before);
  const [together, setTogether] = useState(true);
  const also = together ? others.map((other) => ({ number: other.number, issue_id: other.id })) : [];
  const correct = useIssuedAct(
    (reason: string) =>
      issuedApi.correctCertificate({
        params: { number },
        body: { issue_id: id, user_name: name.trim(), reason, also },
      }),
    t('correct.done', { count: also.length + 1 }),
    { done: onClose },
  );
  return (
    <ActDialog
      opened={opened}
      onClose={onClose}
      title={t('correct.title')}
      consequence={t('correct.consequence', { count: also.length + 1 })}
      action={t('correct.submit')}
      isPending={correct.isPending}
      isReady={name.trim().length >= 2 && name.trim() !== before}
      onSubmit={(reason) => correct.mutate(reason)}
    >
      <TextInput
        label={t('correct.name')}
        value={name}
        maxLength={CERTIFICATE_NAME_MAX_LENGTH}
        autoComplete="off"
        attributes={OWN_DIRECTION}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {account !== null && name.trim() !== before && name.trim() !== account && (
        <Text size="sm">{t('correct.account', { name: account })}</Text>
      )}
      {others.length > 0 && (
        <Checkbox
          label={t('correct.together')}
          description={
            <>
              <OtherNumbers others={others} />
              {!together && t('correct.apart')}
            </>
          }
          checked={together}
          onChange={(event) => setTogether(event.currentTarget.checked)}
        />
      )}
    </ActDialog>
  );
}

function RevokeDialog({ certificate, opened, onClose }: DialogProps) {
  const { t } = useTranslation('issued');
  const { number, user_name: name, also_valid: others } = certificate;
  const [together, setTogether] = useState(true);
  const also = together ? others.map((other) => other.number) : [];
  const count = also.length + 1;
  const reinstate = useReinstate(number, count);
  const revoke = useIssuedAct(
    (reason: string) => issuedApi.revokeCertificate({ params: { number }, body: { reason, also } }),
    t('revoke.done', { count }),
    { done: onClose, offered: { label: t('undo'), run: () => reinstate.mutate(also) } },
  );
  return (
    <ActDialog
      opened={opened}
      onClose={onClose}
      title={t('revoke.title', { count })}
      consequence={t('revoke.consequence', { name })}
      action={t('revoke.submit', { count })}
      isDangerous
      isPending={revoke.isPending}
      onSubmit={(reason) => revoke.mutate(reason)}
    >
      {others.length > 0 && (
        <Checkbox
          label={t('revoke.together')}
          description={
            <>
              <OtherNumbers others={others} /> {!together && t('revoke.apart')}
            </>
          }
          checked={together}
          onChange={(event) => setTogether(event.currentTarget.checked)}
        />
      )}
    </ActDialog>
  );
}

function OtherNumbers({ others }: { others: CertificateHistory['same_name'] }) {
  const { t } = useTranslation('issued');
  return others.map((other) => (
    <span key={other.number}>
      {t(`kinds.${other.kind}`)}: <bdi dir="ltr">{other.number}</bdi>{' '}
    </span>
  ));
}

/** Makes certificates valid again: the shown one last, because its answer is shown. */
function useReinstate(number: string, count: number, done?: () => void) {
  const { t } = useTranslation('issued');
  return useIssuedAct<readonly string[]>(
    async (others) => {
      for (const other of others) await issuedApi.reinstateCertificate({ params: { number: other } });
      return issuedApi.reinstateCertificate({ params: { number } });
    },
    t('reinstate.done', { count }),
    done ? { done } : {},
  );
}

function ReinstateDialog({ certificate, opened, onClose }: DialogProps) {
  const { t } = useTranslation('issued');
  const { number, user_name: name, revoked_with: others } = certificate;
  const [together, setTogether] = useState(true);
  const also = together ? others.map((other) => other.number) : [];
  const count = also.length + 1;
  const reinstate = useReinstate(number, count, onClose);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('reinstate.title', { count })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text>{t('reinstate.consequence', { name, count })}</Text>
        {others.length > 0 && (
          <Checkbox
            label={t('reinstate.together')}
            description={
              <>
                <OtherNumbers others={others} /> {!together && t('reinstate.apart')}
              </>
            }
            checked={together}
            onChange={(event) => setTogether(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={reinstate.isPending} onClick={() => reinstate.mutate(also)}>
            {t('reinstate.submit', { count })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
