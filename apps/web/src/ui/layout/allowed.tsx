import type { ReactNode } from 'react';
import { type GuardedCall, useMay } from '../../lib/api/permissions.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './allowed.module.css';
import { Callout } from '../messages/callout.tsx';

/** Shows its children only where the reader's role allows this call. */
export function Allowed({ to, children }: { to: GuardedCall; children: ReactNode }) {
  const may = useMay();
  return may(to) && children;
}

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
