import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { GuardedCall } from '../../lib/api/required-actions.ts';
import { useMay } from '../../lib/api/use-may.ts';
import classes from './allowed-fields.module.css';
import { Callout } from '../messages/callout.tsx';

/**
 * Fields of a form that sends this call. Readers whose role does not allow the call see the fields but cannot edit
 * them.
 */
export function AllowedFields({ to, children }: { to: GuardedCall; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const may = useMay();
  if (may(to)) return children;
  return (
    <>
      <Callout tone="info">{t('frame.readOnly')}</Callout>
      <fieldset disabled className={classes.fields}>
        {children}
      </fieldset>
    </>
  );
}
