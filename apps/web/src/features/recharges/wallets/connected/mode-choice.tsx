import { TextInput } from '@mantine/core';
import type { AllowanceCaps, AuthorizationMode } from '@portside/contract';
import { useTranslation } from '../../../../locales/use-translation.ts';
import classes from './mode-choice.module.css';
import { ChoiceRow } from '../../../../ui/fields/choice-row.tsx';

type Props = {
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
export function ModeChoice({ caps, needed, mode, typed, isValid, onMode, onType }: Props) {
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
      <p className={classes.text}>
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
          maxLength={20}
          classNames={{ input: 'figures' }}
          value={typed}
          error={!isValid && t('wallet.mode.invalid', bounds)}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
    </div>
  );
}
