import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MOBILE_MAX_WIDTH, QUIZ_MODAL_WIDTH, TEST_MODAL_WIDTH } from '@vesalius/contract/constants';
import { type MouseEvent, type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveEntryToNavigation, useBackCloses } from '../../lib/use-back-closes.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import classes from './assessment-modal.module.css';

/** The width: 60 percent for tests, 45 for quizzes and the survey, 100 on a phone. */
export function AssessmentModal({
  kind,
  title,
  opened,
  onClose,
  children,
}: {
  kind: 'test' | 'quiz' | 'survey';
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  useReturnsFocus();
  useInertScreen(opened);
  const phone = useMediaQuery(`(max-width: ${MOBILE_MAX_WIDTH}px)`);
  const close = useBackCloses(opened && Boolean(phone), onClose);
  /** A link to a page of the book closes the modal, which covers it. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    leaveEntryToNavigation();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      // Focuses the title, like the h1 of a screen, so that a reader who pages with the space bar presses no button.
      title={
        <span className={classes.heading} tabIndex={-1} data-autofocus>
          {title}
        </span>
      }
      size={kind === 'test' ? TEST_MODAL_WIDTH : QUIZ_MODAL_WIDTH}
      fullScreen={phone ?? false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={classes}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links act; this hears of it */}
      <div onClick={onClick}>{children}</div>
    </Modal>
  );
}

/** The screen behind the dialog is out of reach of keys and screen readers: full screen, the dialog covers it. */
function useInertScreen(isCovered: boolean): void {
  useLayoutEffect(() => {
    const screen = document.getElementById('main');
    if (!isCovered || !screen) return;
    screen.inert = true;
    return () => {
      screen.inert = false;
    };
  }, [isCovered]);
}
