import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { RecoveryCodes } from './code-field.tsx';
import classes from './two-factor.module.css';

const WIDTH_PX = 420;

/** Replaces the recovery codes; the dialog of fresh codes asks first. */
export default function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useThrottledAction(async () => {
    setCodes((await call('createRecoveryCodes')).recovery_codes);
    await client.invalidateQueries({ queryKey: queryKey('readIdentity') });
  });
  return (
    <Sheet title={t('security.recovery.title')} size={WIDTH_PX} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <div className={classes.form}>
          <p className={classes.text}>{t('security.recovery.ask')}</p>
          <ThrottledButton action={renew}>{t('security.recovery.renew')}</ThrottledButton>
        </div>
      )}
    </Sheet>
  );
}
