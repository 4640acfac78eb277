import { Button } from '@mantine/core';
import type { AddressField, Network, Recharge, SiteConfig } from '@portside/contract';
import { IconWallet } from '@tabler/icons-react';
import { useState, type ReactNode, useRef } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { currentArea, useTurnedState } from '../../../lib/browser/current-area.ts';
import { formatUsdt, showDecimal } from '../../../lib/format/numbers.ts';
import { useThrottledAction, type ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { listNetworks } from '../../../lib/networks/networks.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AmountChoice, NetworkChoice, type Modes } from './recharge-fields.tsx';
import { readAmount } from './read-amount.ts';
import classes from './recharge-form.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { useKeepRecharge } from '../history/use-recharges.ts';

/**
 * A network without a wallet is not set up, and is not shown. The field's name is written out because the contract's
 * function for it would load all schemas.
 */
const knownNetworks = (config: SiteConfig): Network[] =>
  listNetworks().filter(
    (network) => config[`wallet_address_${network.toLowerCase()}` as AddressField] !== '',
  );

const larger = (one: string, other: string): string => (Number(other) > Number(one) ? other : one);

type Props = {
  config: SiteConfig;
  /** Networks that accept top-ups now; undefined while loading. */
  enabled: readonly Network[] | undefined;
  modes: Modes;
  network: Network | null;
  onNetwork: (network: Network) => void;
  /** The buyer's own address on the network, which needs no amount; absent if payments are told apart by theirs. */
  address?: ReactNode;
  /** The least that counts at that address, in USDT, once it is known; else the settings' minimum is asked for. */
  minimum?: string | undefined;
  isFull: boolean;
  /** In USDT, to begin with; empty for none. */
  amount: string;
  /** `isByWallet`: to be paid with a wallet at once. */
  onCreated: (recharge: Recharge, isByWallet: boolean) => void;
};

/**
 * Step one: network and amount. On a phone the wallets on it come before the buyer's own address, which is for another
 * device or an exchange.
 */
export function RechargeForm(props: Props) {
  const { config, enabled, modes, network, onNetwork, address, minimum, isFull, onCreated } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const create = useCreateRecharge();
  const limits = { minimum: minimum ?? config.recharge_minimum, maximum: config.recharge_maximum };
  // What an order lacks may be less than the network's minimum.
  const wanted = props.amount && showDecimal(larger(limits.minimum, props.amount), language);
  const [typed = wanted, setTyped] = useTurnedState<string | undefined>('recharge amount', () => undefined);
  const [isChecked, setIsChecked] = useState(false);
  const isWalletFirst = address !== undefined && currentArea() === '/mobile';
  const [isByWallet, setIsByWallet] = useState(typed !== '');

  const { amount, problem } = readAmount(typed, limits, language);
  const wording =
    problem &&
    {
      empty: t('recharges.amount.empty'),
      format: t('recharges.amount.format', { example: formatUsdt('125.5', language) }),
      tooSmall: t('recharges.amount.tooSmall', { minimum: formatUsdt(limits.minimum, language) }),
      tooLarge: t('recharges.amount.tooLarge', { maximum: formatUsdt(limits.maximum, language) }),
    }[problem];

  const known = knownNetworks(config);
  const networks = { value: network, known, enabled, modes, onChange: onNetwork };
  const submit = useThrottledAction(async () => {
    if (network !== null && amount !== null)
      onCreated(await create({ type: network, amount }), isWalletFirst);
  });

  return (
    <div className={classes.form}>
      <NetworkChoice {...networks} />
      {!isWalletFirst && address}
      {isWalletFirst && !isByWallet ? (
        <ByWallet onClick={() => setIsByWallet(true)} />
      ) : (
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setIsChecked(true);
            if (amount !== null) void submit.run();
          }}
        >
          <AmountChoice
            value={typed}
            isOptional={address !== undefined && !isWalletFirst}
            choices={config.recharge_amounts.filter((one) => Number(one) >= Number(limits.minimum))}
            limits={limits}
            error={isChecked || problem !== 'empty' ? wording : null}
            onChange={setTyped}
          />
          <Foot
            hint={
              isFull
                ? t('recharges.open.full')
                : address === undefined
                  ? t('recharges.createHint', { minutes: config.quote_minutes })
                  : t('recharges.createOwnHint')
            }
            action={submit}
            isOff={isFull || network === null}
            isMain={address === undefined || isWalletFirst}
          >
            {t(isWalletFirst ? 'recharges.wallet.action' : 'recharges.create')}
          </Foot>
        </form>
      )}
      {isWalletFirst && address}
    </div>
  );
}

type FootProps = {
  hint: string;
  action: ThrottledAction;
  isOff: boolean;
  /** False below an address: the button is then the other way to pay. */
  isMain: boolean;
  children: string;
};

const Foot = ({ hint, action, isOff, isMain, children }: FootProps) => (
  <div className={classes.foot}>
    <p className={classes.hint}>{hint}</p>
    <ThrottledButton
      type="submit"
      action={action}
      disabled={isOff}
      size="md"
      variant={isMain ? 'filled' : 'default'}
    >
      {children}
    </ThrottledButton>
  </div>
);

function ByWallet({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  const icon = <IconWallet size={19} stroke={1.7} aria-hidden />;
  return (
    <Button size="md" fullWidth leftSection={icon} onClick={onClick}>
      {t('recharges.wallet.action')}
    </Button>
  );
}

type RechargeRequest = { readonly type: Network; readonly amount: string };

/**
 * Creates a top-up. One request keeps its idempotency key until it is answered, so a retry after a time-out cannot
 * create a second one.
 */
function useCreateRecharge(): (request: RechargeRequest) => Promise<Recharge> {
  const client = useQueryClient();
  const keep = useKeepRecharge();
  const unanswered = useRef<{ wish: string; key: string }>(undefined);

  return async (wish) => {
    const text = `${wish.type} ${wish.amount}`;
    if (unanswered.current?.wish !== text) unanswered.current = { wish: text, key: randomKey() };
    try {
      const recharge = await call(
        'createRecharge',
        { body: wish },
        { idempotencyKey: unanswered.current.key },
      );
      unanswered.current = undefined;
      keep(recharge);
      return recharge;
    } catch (error) {
      if (isRefusal(error, 'tooManyOpenRecharges'))
        void client.invalidateQueries({ queryKey: queryKey('listRecharges') });
      if (isRefusal(error, 'topUpsOff'))
        void client.invalidateQueries({ queryKey: queryKey('listEnabledPaymentMethods') });
      throw error;
    }
  };
}
