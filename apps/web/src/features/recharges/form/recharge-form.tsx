import type { AddressField, Network, Recharge, SiteConfig } from '@portside/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { showDecimal } from '../../../lib/format/decimal-text.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { listNetworks } from '../../../lib/networks.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AmountChoice } from './amount-choice.tsx';
import { NetworkChoice } from './network-choice.tsx';
import { readAmount } from './read-amount.ts';
import classes from './recharge-form.module.css';
import { useCreateRecharge } from './use-create-recharge.ts';

/**
 * A network without a wallet is not set up, and is not shown. The field's name is written out because the contract's
 * function for it would load all schemas.
 */
const knownNetworks = (config: SiteConfig): Network[] =>
  listNetworks().filter(
    (network) => config[`wallet_address_${network.toLowerCase()}` as AddressField] !== '',
  );

const larger = (one: string, other: string | undefined): string =>
  other !== undefined && Number(other) > Number(one) ? other : one;

type Props = {
  config: SiteConfig;
  /** Networks that accept top-ups now; undefined while loading. */
  enabled: readonly Network[] | undefined;
  network: Network | null;
  onNetwork: (network: Network) => void;
  /** The buyer's own address on the network, which needs no amount; absent where payments are told apart by theirs. */
  address?: ReactNode;
  /** What is credited at least on the network, in USDT, where that is known to be more than the settings' minimum. */
  minimum?: string | undefined;
  isFull: boolean;
  /** In USDT, to begin with; empty for none. */
  amount: string;
  onCreated: (recharge: Recharge) => void;
};

/** Step one: network and amount. */
export function RechargeForm(props: Props) {
  const { config, enabled, network, onNetwork, address, minimum, isFull, onCreated } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const create = useCreateRecharge();
  const [typed, setTyped] = useState(showDecimal(props.amount, language));
  const [isChecked, setIsChecked] = useState(false);

  const limits = { minimum: larger(config.recharge_minimum, minimum), maximum: config.recharge_maximum };
  const { amount, problem } = readAmount(typed, limits, language);
  const wording =
    problem &&
    {
      empty: t('recharges.amount.empty'),
      format: t('recharges.amount.format', { example: formatUsdt('125.5', language) }),
      tooSmall: t('recharges.amount.tooSmall', { minimum: formatUsdt(limits.minimum, language) }),
      tooLarge: t('recharges.amount.tooLarge', { maximum: formatUsdt(limits.maximum, language) }),
    }[problem];

  const submit = useThrottledAction(async () => {
    if (network !== null && amount !== null) onCreated(await create({ type: network, amount }));
  });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (amount !== null) void submit.run();
      }}
    >
      <NetworkChoice value={network} known={knownNetworks(config)} enabled={enabled} onChange={onNetwork} />
      {address}
      <AmountChoice
        value={typed}
        isOptional={address !== undefined}
        choices={config.recharge_amounts.filter((one) => Number(one) >= Number(limits.minimum))}
        limits={limits}
        error={isChecked || problem !== 'empty' ? wording : null}
        onChange={setTyped}
      />
      <div className={classes.foot}>
        <p className={classes.hint}>
          {isFull
            ? t('recharges.open.full')
            : address === undefined
              ? t('recharges.createHint', { minutes: config.quote_minutes })
              : t('recharges.createOwnHint')}
        </p>
        <ThrottledButton
          type="submit"
          action={submit}
          disabled={isFull || network === null}
          size="md"
          variant={address === undefined ? 'filled' : 'default'}
        >
          {t('recharges.create')}
        </ThrottledButton>
      </div>
    </form>
  );
}
