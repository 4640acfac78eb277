import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { RequestEmailCode, type EmailChange } from './request-email-code.tsx';
import { ConfirmEmail } from './confirm-email.tsx';

const WIDTH_PX = 440;

/** Two steps: the new address with the password, then the code sent there. */
export default function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const [wish, setWish] = useState<EmailChange | null>(null);
  return (
    <Sheet title={t('security.email.title')} size={WIDTH_PX} onClose={onClose}>
      {wish ? <ConfirmEmail wish={wish} onDone={onClose} /> : <RequestEmailCode onSent={setWish} />}
    </Sheet>
  );
}
