import { useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import classes from './pay-address.module.css';

/** Characters at either end of an address that people compare. */
const COMPARED = 6;

/**
 * An address to pay to, with its ends marked, and a button that copies it; both are children of the line around them.
 */
export function PayAddress({ address, testId }: { address: string; testId: string }) {
  const { t } = useTranslation();
  return (
    <>
      <code className={classes.address} data-testid={testId} translate="no">
        <b>{address.slice(0, COMPARED)}</b>
        {address.slice(COMPARED, -COMPARED)}
        <b>{address.slice(-COMPARED)}</b>
      </code>
      <CopyButton text={address} label={t('recharges.payment.copyAddress')} />
    </>
  );
}
