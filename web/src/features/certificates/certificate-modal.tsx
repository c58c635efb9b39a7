import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Certificate } from '@vesalius/contract/certificates';
import { MOBILE_MAX_WIDTH } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { actErrorText, errorText } from '../../lib/error-text.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { FocusFirst } from '../../ui/focus-first.tsx';
import { notify, notifyError, notifySuccess } from '../../ui/notify.ts';
import { certificatesApi } from './api.ts';
import { CertificatePreview } from './certificate-preview.tsx';
import { ClaimForm } from './claim-form.tsx';
import { saveDiploma } from './diploma/save-diploma.ts';
import { diplomaWords } from './diploma/words.ts';

/** Shows a certificate, completes it (claim, new name), and downloads it. */
export function CertificateModal({
  certificate: opened,
  onClose,
  verifyLink,
}: {
  certificate: Certificate;
  onClose: () => void;
  verifyLink: (number: string) => string;
}) {
  const { t, i18n } = useTranslation('certificates');
  useReturnsFocus();
  const queryClient = useQueryClient();
  const phone = useMediaQuery(`(max-width: ${MOBILE_MAX_WIDTH}px)`);
  const [certificate, setCertificate] = useState(opened);
  const [changing, setChanging] = useState(false);
  const words = diplomaWords(certificate, t, i18n.language);
  const { certificate_type: kind, credits_claimed: claimed } = certificate.certificate;
  const unclaimed = kind === 'credit' && claimed === null;
  const number = certificate.certificate.certificate_unique_id;

  const replace = (changed: Certificate) => {
    setCertificate(changed);
    setChanging(false);
    void queryClient.invalidateQueries({ queryKey: keysUnder('certificates') });
  };
  const save = useMutation({
    mutationFn: () => saveDiploma(words),
    onSuccess: (saved) => saved === 'png' && notify('info', t('modal.savedAsPng')),
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('modal.saveFailed'))),
  });
  const reissue = useMutation({
    mutationFn: () => certificatesApi.reissueCertificate({ params: { id: certificate.id } }),
    onSuccess: (changed) => {
      notifySuccess(t('rename.done'));
      replace(changed);
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  const credential = useMutation({
    mutationFn: () => certificatesApi.downloadCredential({ params: { id: certificate.id } }),
    // The response is the signed text itself.
    onSuccess: (text) => saveFile(new Blob([String(text)], { type: 'application/vc+jwt' }), `${number}.jwt`),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('modal.title')}
      size="min(1080px, 92vw)"
      fullScreen={phone ?? false}
      closeButtonProps={{ 'aria-label': t('modal.close') }}
    >
      <FocusFirst>
        <Stack gap="lg">
          {(unclaimed || changing) && (
            <ClaimForm
              certificate={certificate}
              onClaimed={replace}
              onBack={changing ? () => setChanging(false) : undefined}
            />
          )}
          {certificate.name_changed && certificate.account_name && (
            <Alert color="ochre" variant="light">
              <Text size="sm" mb="xs">
                {t('rename.text', { name: certificate.account_name })}
              </Text>
              <Button
                size="xs"
                variant="default"
                loading={reissue.isPending}
                onClick={() => reissue.mutate()}
              >
                {t('rename.submit')}
              </Button>
            </Alert>
          )}
          {certificate.name_corrected && (
            <Text size="sm" c="dimmed">
              {t('rename.byStaff')}
            </Text>
          )}
          <CertificatePreview words={words} />
          <Group gap="sm">
            <Button loading={save.isPending} disabled={unclaimed} onClick={() => save.mutate()}>
              {t('modal.download')}
            </Button>
            <Button
              variant="default"
              loading={credential.isPending}
              disabled={unclaimed}
              title={t('modal.credentialHint')}
              onClick={() => credential.mutate()}
            >
              {t('modal.credential')}
            </Button>
            {kind === 'credit' && !unclaimed && !changing && (
              <Button variant="subtle" onClick={() => setChanging(true)}>
                {t('claim.change')}
              </Button>
            )}
            <Anchor component={Link} to={verifyLink(number)} size="sm">
              {t('modal.verify')}
            </Anchor>
          </Group>
          {unclaimed && (
            <Text size="sm" c="dimmed">
              {t('claim.first')}
            </Text>
          )}
        </Stack>
      </FocusFirst>
    </Modal>
  );
}
