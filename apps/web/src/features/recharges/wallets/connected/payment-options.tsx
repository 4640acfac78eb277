import { exactAmount } from '../../payment/pay-amount-parts.ts';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/use-translation.ts';
import { recordOf } from '@portside/chain/networks/registry';
import type { AuthorizationMode, Network } from '@portside/contract';
import { formatMicro } from '@portside/contract/wire/money';
import { webNetworkOf } from '../../../../lib/networks.ts';
import { isBusy } from '../../../../lib/wallet/flow.ts';
import type { Hex } from '../../../../lib/wallet/payment.ts';
import { failureOf } from '../../../../lib/wallet/problems.ts';
import type { Wallet } from '../../../../lib/wallet/wallet.ts';
import { AllowanceNote } from './allowance-note.tsx';
import { CurrentAllowance } from './current-allowance.tsx';
import { allowanceChoice } from '../allowance-choice.ts';
import classes from './payment-options.module.css';
import { ModeChoice } from './mode-choice.tsx';
import { WalletSummary } from './wallet-summary.tsx';
import { SentNote } from './sent-note.tsx';
import { useConnectedWallet } from './use-connected-wallet.ts';
import type { Payer, WalletPayment } from '../use-wallet-payment.ts';
import { PaymentProblem } from '../payment-problem.tsx';
import { PaymentOption } from './payment-option.tsx';

type Props = { desk: WalletPayment; payer: Payer; wallet: Wallet; owner: Hex };

/** A connected wallet: balances, both ways to pay with their fees, and its allowance. */
export function PaymentOptions({ desk, payer, wallet, owner }: Props) {
  const { t } = useTranslation('pay');
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
  const allowed = typed ?? caps.whitelist ?? '';
  const choice = allowanceChoice(caps, mode, allowed, payment.amountMicro);
  const needed = formatMicro(payment.amountMicro);
  const modes = { caps, needed, mode, typed: allowed, onMode: setMode, onType: setTyped };
  const isOffered = caps.safe !== null || caps.whitelist !== null;
  const isWaiting = isBusy(flow);
  const checkoutAction = isAllowed ? 'wallet.checkout.pay' : 'wallet.checkout.action';
  return (
    <>
      <WalletSummary desk={desk} owner={owner} holdings={holdings} network={network} isBusy={isWaiting} />
      <h3 className={classes.title}>{t('wallet.ways')}</h3>
      <div className={classes.ways}>
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

type RevocationProps = { desk: WalletPayment; allowanceMicro: bigint; isBusy: boolean };

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
