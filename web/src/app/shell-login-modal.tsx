import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SignInDialog } from '../features/accounts/sign-in-dialog.tsx';
import { WantedItem } from '../features/catalogue/wanted-item.tsx';
import { safeNext } from '../lib/safe-next.ts';
import LibraryFrame from '../ui/library-frame.tsx';

export interface LoginModalProps {
  readonly open: boolean;
  readonly next: string | undefined;
  readonly onClose: () => void;
}

/** The sign-in dialog over any page; stays on the page unless another one was requested. */
export default function LoginModal({ open, next, onClose }: LoginModalProps) {
  useTranslation(['accounts']);
  const navigate = useNavigate();
  return (
    <LibraryFrame>
      <SignInDialog
        open={open}
        next={next}
        reason={<WantedItem next={next} />}
        onClose={onClose}
        onSignedIn={() => {
          onClose();
          void navigate(safeNext(next), { replace: true });
        }}
      />
    </LibraryFrame>
  );
}
