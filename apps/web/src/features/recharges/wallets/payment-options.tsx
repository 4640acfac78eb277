import { exactAmount, shorten } from '../payment-text.ts';
import { Skeleton, Button, Loader } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { recordOf } from '@portside/chain/networks/registry';
import type { AuthorizationMode, Network } from '@portside/contract';
import { formatMicro, formatBalance } from '@portside/contract/wire/money';
import { formatCoin, webNetworkOf } from '../../../lib/networks/networks.ts';
import { isBusy, type Flow } from '../../../lib/wallet/flow.ts';
import type { Hex } from '../../../lib/wallet/payment.ts';
import { failureOf } from '../../../lib/wallet/problems.ts';
import type { Wallet, Holdings } from '../../../lib/wallet/wallet.ts';
import { AllowanceNote, CurrentAllowance, ModeChoice } from './allowance.tsx';
import { allowanceChoice } from './allowance-choice.ts';
import classes from './wallets.module.css';
import { useConnectedWallet, type Payer, type WalletPaymentState } from './use-wallet-payment.ts';
import { PaymentProblem } from '../notices.tsx';
import { IconGasStation, IconSignature, IconCircleCheck } from '@tabler/icons-react';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { formatAddress } from '@portside/chain/networks/address';
import { Money } from '../../../ui/data/money.tsx';
import { showDecimal } from '../../../lib/format/numbers.ts';
import { displayTxHash } from '../../../lib/format/addresses.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';

type PaymentOptionsProps = { desk: WalletPaymentState; payer: Payer; wallet: Wallet; owner: Hex };

/** A connected wallet: balances, both ways to pay with their fees, and its allowance. */
export function PaymentOptions({ desk, payer, wallet, owner }: PaymentOptionsProps) {
  const { t } = useTranslation('pay');
  const language = useLanguage();
  const [mode, setMode] = useState<AuthorizationMode>('safe');
  const [typed, setTyped] = useState<string | null>(null);
  const { flow, payment } = desk;
  const { type: network, pay_amount: amount } = payer.recharge;
  const { recommends } = webNetworkOf(network);
  const { data, error } = useConnectedWallet(payer, { wallet, owner, payment }, flow.state);
  if (flow.state === 'processing' || flow.state === 'paid') return <SentNote flow={flow} network={network} />;
  if (error !== null && !data)
    return <PaymentProblem problem={failureOf(error, 'balanceFailed').problem} network={network} />;
  if (!data) return <Skeleton height={320} />;

  const { holdings, caps, fees, canSendTogether } = data;
  const isAllowed = holdings.allowanceMicro >= payment.amountMicro;
  const allowed = typed ?? showDecimal(caps.whitelist ?? '', language);
  const choice = allowanceChoice(caps, mode, allowed, payment.amountMicro, language);
  const needed = formatMicro(payment.amountMicro);
  const modes = { caps, needed, mode, typed: allowed, onMode: setMode, onType: setTyped };
  const isOffered = caps.safe !== null || caps.whitelist !== null;
  const isWaiting = isBusy(flow);
  const checkoutAction = isAllowed ? 'wallet.checkout.pay' : 'wallet.checkout.action';
  return (
    <>
      <WalletSummary desk={desk} owner={owner} holdings={holdings} network={network} isBusy={isWaiting} />
      <h3 className={classes.title}>{t('wallet.ways')}</h3>
      <div className={classes.paymentOptionsWays}>
        <PaymentOption
          title={t('wallet.transfer.title')}
          text={t('wallet.transfer.text', { amount: exactAmount(amount) })}
          isRecommended={recommends === 'transfer' || !isOffered}
          fee={fees?.transfer ?? null}
          network={network}
          signatures={1}
          action={t('wallet.transfer.action')}
          isBusy={isWaiting}
          onPay={desk.transfer}
        />
        <PaymentOption
          title={t('wallet.checkout.title')}
          text={t(isOffered ? 'wallet.checkout.text' : 'wallet.checkout.off')}
          isRecommended={recommends === 'checkout' && isOffered}
          fee={isOffered ? (fees?.checkout ?? null) : undefined}
          network={network}
          signatures={signaturesOf(holdings.allowanceMicro, isAllowed, canSendTogether, network)}
          action={t(checkoutAction)}
          isBusy={isWaiting}
          isOff={choice === null}
          onPay={() => desk.checkout(choice!)}
        >
          {isOffered && !isAllowed && <ModeChoice {...modes} isValid={choice !== null} />}
          {canSendTogether && !isAllowed && (
            <p className={classes.together}>{t('wallet.checkout.together')}</p>
          )}
        </PaymentOption>
      </div>
      {isOffered && (
        <AllowanceNote
          amount={choice === null ? amount : formatMicro(choice.amountMicro)}
          checkout={payer.recharge.checkout_address!}
        />
      )}
      <Revocation desk={desk} allowanceMicro={holdings.allowanceMicro} isBusy={isWaiting} />
    </>
  );
}

type RevocationProps = { desk: WalletPaymentState; allowanceMicro: bigint; isBusy: boolean };

/** What the checkout may take now, and the way to revoke it; nothing on a network without a checkout. */
function Revocation({ desk, allowanceMicro, isBusy }: RevocationProps) {
  if (desk.payment.checkout === null) return null;
  return <CurrentAllowance allowanceMicro={allowanceMicro} isBusy={isBusy} onRevoke={desk.revoke} />;
}

function signaturesOf(allowance: bigint, isAllowed: boolean, isTogether: boolean, network: Network): number {
  if (isAllowed || isTogether) return 1;
  // Ethereum's Tether changes an allowance through zero only.
  return recordOf(network).token.approvesThroughZero && allowance > 0n ? 3 : 2;
}

type PaymentOptionProps = {
  title: string;
  text: string;
  isRecommended: boolean;
  /** In the coin's smallest unit; null if it is unknown, undefined if this way is not offered. */
  fee: bigint | null | undefined;
  network: Network;
  signatures: number;
  action: string;
  isBusy: boolean;
  isOff?: boolean;
  onPay: () => Promise<void>;
  children?: ReactNode;
};

/** One way to pay, with its fee and number of signatures. */
function PaymentOption({
  title,
  text,
  isRecommended,
  fee,
  network,
  signatures,
  action,
  ...rest
}: PaymentOptionProps) {
  const { t } = useTranslation('pay');
  const language = useLanguage();
  const pay = useThrottledAction(rest.onPay);
  return (
    <section className={classes.way} data-recommended={isRecommended || undefined} aria-label={title}>
      <header className={classes.head}>
        <h4 className={classes.paymentOptionTitle}>{title}</h4>
        {isRecommended && <StatusBadge tone="info">{t('wallet.recommended')}</StatusBadge>}
      </header>
      <p className={classes.paymentOptionsText}>{text}</p>
      {rest.children}
      {fee !== undefined && (
        <ul className={classes.paymentOptionsFacts}>
          <li>
            <IconGasStation size={15} stroke={1.7} aria-hidden />
            {fee === null
              ? t('wallet.feeUnknown')
              : t('wallet.fee', { fee: formatCoin(network, fee, language) })}
          </li>
          <li>
            <IconSignature size={15} stroke={1.7} aria-hidden />
            {t('wallet.signatures', { count: signatures })}
          </li>
        </ul>
      )}
      {fee !== undefined && (
        <ThrottledButton
          action={pay}
          fullWidth
          variant={isRecommended ? 'filled' : 'default'}
          disabled={rest.isBusy || rest.isOff === true}
        >
          {action}
        </ThrottledButton>
      )}
    </section>
  );
}

type WalletSummaryProps = {
  desk: WalletPaymentState;
  owner: Hex;
  holdings: Holdings;
  network: Network;
  isBusy: boolean;
};

/** The connected wallet's address and balances. */
function WalletSummary({ desk, owner, holdings, network, isBusy }: WalletSummaryProps) {
  const { t } = useTranslation('pay');
  const language = useLanguage();
  const address = formatAddress(network, owner);
  return (
    <div className={classes.purse}>
      <div className={classes.who}>
        <strong>{desk.opened?.found.name}</strong>
        <StatusBadge tone="good">{t('wallet.connected')}</StatusBadge>
      </div>
      <dl className={classes.walletSummaryFacts}>
        <div>
          <dt>{t('wallet.address')}</dt>
          <dd>
            <code translate="no" title={address}>
              {shorten(address)}
            </code>
          </dd>
        </div>
        <div>
          <dt>{t('wallet.balance')}</dt>
          <dd data-testid="wallet-usdt">
            <Money amount={formatBalance(holdings.usdtMicro)} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.coin')}</dt>
          <dd className="figures">{formatCoin(network, holdings.coin, language)}</dd>
        </div>
      </dl>
      <Button variant="subtle" color="gray" size="compact-sm" disabled={isBusy} onClick={desk.leave}>
        {t('wallet.disconnect')}
      </Button>
    </div>
  );
}

/** Shown after the wallet has sent the payment; the network's progress is shown by the top-up itself. */
function SentNote({ flow, network }: { flow: Flow; network: Network }) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  const isPaid = flow.state === 'paid';
  const hash = flow.hash ?? '';
  return (
    <Callout
      tone={isPaid ? 'good' : 'info'}
      icon={isPaid ? <IconCircleCheck size={20} aria-hidden /> : <Loader size={18} />}
      title={t(isPaid ? 'wallet.state.paid' : 'pages.done.sent')}
    >
      {t('pages.done.sentText')}
      <span className={classes.hash}>
        {shop('recharges.result.transaction')}{' '}
        <code translate="no" title={hash}>
          {shorten(hash, 8)}
        </code>
        <CopyButton text={displayTxHash(network, hash)} name={shop('recharges.copy.hash')} />
      </span>
    </Callout>
  );
}
