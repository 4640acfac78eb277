import type { Data } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ConfirmTwoFactor } from './confirm-two-factor.tsx';
import { ConfirmPassword } from './confirm-password.tsx';

const WIDTH_PX = 480;

/** Two steps: the password, then the secret and a first code. */
export default function TurnOnTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const [enrolment, setEnrolment] = useState<Data<'beginTwoFactor'> | null>(null);
  return (
    <Sheet title={t('security.twoFactor.title')} size={WIDTH_PX} onClose={onClose}>
      {enrolment ? (
        <ConfirmTwoFactor enrolment={enrolment} onDone={onClose} />
      ) : (
        <ConfirmPassword onProven={setEnrolment} />
      )}
    </Sheet>
  );
}
