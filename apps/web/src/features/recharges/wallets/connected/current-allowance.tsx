import { formatMicro } from '@portside/contract/wire/money';
import { useTranslation } from '../../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../../lib/browser/use-throttled-action.ts';
import { Money } from '../../../../ui/data/money.tsx';
import { ThrottledButton } from '../../../../ui/buttons/throttled-button.tsx';
import classes from './current-allowance.module.css';

type Props = { allowanceMicro: bigint; isBusy: boolean; onRevoke: () => Promise<void> };

/** The connected wallet's current allowance, and a button to revoke it. */
export function CurrentAllowance({ allowanceMicro, isBusy, onRevoke }: Props) {
  const { t } = useTranslation('pay');
  const revoke = useThrottledAction(onRevoke);
  return (
    <div className={classes.now}>
      <span>
        {t('wallet.allowed.now')}{' '}
        <strong data-testid="allowance">
          <Money amount={formatMicro(allowanceMicro)} />
        </strong>
      </span>
      {allowanceMicro > 0n && (
        <ThrottledButton action={revoke} variant="default" size="xs" disabled={isBusy}>
          {t('wallet.allowed.revokeAction')}
        </ThrottledButton>
      )}
    </div>
  );
}
