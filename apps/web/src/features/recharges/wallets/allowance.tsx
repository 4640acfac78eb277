import { TextInput } from '@mantine/core';
import type { AllowanceCaps, AuthorizationMode } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './wallets.module.css';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import { formatMicro } from '@portside/contract/wire/money';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Money } from '../../../ui/data/money.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { IconShieldCheck } from '@tabler/icons-react';
import { Folded } from '../../../ui/layout/panel.tsx';

type ModeChoiceProps = {
  caps: AllowanceCaps;
  /** Amount of this payment in USDT. */
  needed: string;
  mode: AuthorizationMode;
  typed: string;
  isValid: boolean;
  onMode: (mode: AuthorizationMode) => void;
  onType: (typed: string) => void;
};

/** Safe mode or, for wallets on the shop's list, an allowance of the owner's choice up to the wallet's cap. */
export function ModeChoice({ caps, needed, mode, typed, isValid, onMode, onType }: ModeChoiceProps) {
  const { t } = useTranslation('pay');
  const bounds = { minimum: needed, maximum: caps.whitelist ?? '' };
  return (
    <div className={classes.mode}>
      {caps.whitelist !== null && (
        <ChoiceRow
          fullWidth
          size="xs"
          aria-label={t('wallet.mode.label')}
          value={mode}
          onChange={onMode}
          data={[
            { value: 'safe', label: t('wallet.mode.safe'), disabled: caps.safe === null },
            { value: 'whitelist', label: t('wallet.mode.whitelist') },
          ]}
        />
      )}
      <p className={classes.modeChoiceText}>
        {caps.whitelist === null && <strong>{t('wallet.mode.safe')}</strong>}
        {t(mode === 'safe' ? 'wallet.mode.safeText' : 'wallet.mode.whitelistText')}
      </p>
      {mode === 'whitelist' && (
        <TextInput
          size="sm"
          label={t('wallet.mode.amount')}
          description={t('wallet.mode.amountHint', bounds)}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: 'figures' }}
          value={typed}
          error={!isValid && t('wallet.mode.invalid', bounds)}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
    </div>
  );
}

type CurrentAllowanceProps = { allowanceMicro: bigint; isBusy: boolean; onRevoke: () => Promise<void> };

/** The connected wallet's current allowance, and a button to revoke it. */
export function CurrentAllowance({ allowanceMicro, isBusy, onRevoke }: CurrentAllowanceProps) {
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

/** An allowance about to be given: its amount and spender, and on request how to revoke it. */
export function AllowanceNote({ amount, checkout }: { amount: string; checkout: string }) {
  const { t } = useTranslation('pay');
  return (
    <div>
      <dl className={classes.note}>
        <div>
          <dt>{t('wallet.allowed.what')}</dt>
          <dd>{t('wallet.allowed.whatText', { amount })}</dd>
        </div>
        <div>
          <dt>{t('wallet.allowed.whom')}</dt>
          <dd>
            {t('wallet.allowed.whomText')}{' '}
            <code translate="no" className={classes.address}>
              {checkout}
            </code>
          </dd>
          <dd className={classes.checked}>
            <IconShieldCheck size={15} stroke={1.8} aria-hidden />
            {t('wallet.allowed.checked')}
          </dd>
        </div>
      </dl>
      <Folded summary={t('wallet.allowed.revoke')}>
        <p>{t('wallet.allowed.revokeText')}</p>
      </Folded>
    </div>
  );
}
