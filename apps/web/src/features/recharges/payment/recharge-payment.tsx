import { Anchor, Skeleton, Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { useScrollIntoView, focusNow } from '../../../lib/browser/screen.ts';
import { isPayable, type PayableRecharge, networkName } from '../../../lib/networks/networks.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import { EmptyState, FailedState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SpyglassPicture } from '../../../ui/pictures/pictures.tsx';
import classes from '../form/recharge-form.module.css';
import { DepositClaimPanel } from '../deposit-claim-panel.tsx';
import { RechargeNotice, DelayNotice, HiddenAddress, PaidPart } from '../notices.tsx';
import RechargeResult from './recharge-result.tsx';
import { useEnding } from './payment-progress.ts';
import { useRecharge, useKeepRecharge } from '../history/use-recharges.ts';
import { type PayPage, WalletLink } from './wallet-link.tsx';
import { TxHashForm, NearMiss } from './tx-hash-form.tsx';
import { NetworkPicture } from '../form/recharge-fields.tsx';
import { OrderFoot, ProgressSteps, QuoteClock, SeenPayment } from './payment-status.tsx';
import { ExactAmount, PayDetails } from './pay-details.tsx';
import { ClaimHost } from './claim-host.tsx';
import { SubmittedPayment } from './submitted-payment.tsx';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';

type RechargePaymentProps = {
  orderId: string;
  /** Rendered beside a top-up that waits for its payment. */
  renderWallet: (recharge: PayableRecharge) => ReactNode;
  /** The page that pays with a connected wallet. */
  payPage: PayPage;
  onLeave: () => void;
};

/** One top-up from payment to result. */
export default function RechargePayment({ orderId, renderWallet, payPage, onLeave }: RechargePaymentProps) {
  const { data: recharge, error, refetch } = useRecharge(orderId);
  if (recharge)
    return (
      <ClaimHost>
        <Loaded recharge={recharge} renderWallet={renderWallet} payPage={payPage} onLeave={onLeave} />
      </ClaimHost>
    );
  return (
    <>
      <Back onLeave={onLeave} />
      {error === null ? (
        <Desk recharge={undefined} renderWallet={renderWallet} payPage={payPage} />
      ) : (
        <Panel>
          <Unloaded error={error} onRetry={() => void refetch()} />
        </Panel>
      )}
    </>
  );
}

type LoadedProps = { recharge: Recharge } & Pick<
  RechargePaymentProps,
  'renderWallet' | 'payPage' | 'onLeave'
>;

function Loaded({ recharge, renderWallet, payPage, onLeave }: LoadedProps) {
  const ending = useEnding(recharge);
  const isWaiting = recharge.sub_state === 'waiting';
  // On a phone the reader is further down: at the sandbox's wallet, or the field for the transaction.
  const seen = useScrollIntoView<HTMLDivElement>(!isWaiting && ending === null);
  const ended = useScrollIntoView<HTMLDivElement>(ending !== null);
  if (ending !== null)
    return (
      <div ref={ended} className={classes.shown}>
        <RechargeResult recharge={recharge} ending={ending} onAgain={onLeave} />
      </div>
    );
  return (
    <>
      <Back onLeave={onLeave} />
      {isWaiting ? (
        <Desk recharge={recharge} renderWallet={renderWallet} payPage={payPage} />
      ) : (
        <div ref={seen} className={classes.shown}>
          <PaymentPanel recharge={recharge} payPage={payPage} />
        </div>
      )}
    </>
  );
}

function Back({ onLeave }: Pick<RechargePaymentProps, 'onLeave'>) {
  const { t } = useTranslation();
  return (
    <Anchor component="button" type="button" className={classes.back} onClick={onLeave}>
      <IconArrowLeft size={16} aria-hidden /> {t('recharges.payment.back')}
    </Anchor>
  );
}

type DeskProps = { recharge: Recharge | undefined } & Pick<RechargePaymentProps, 'renderWallet' | 'payPage'>;

/** Payment instructions; placeholders of the same size show while loading. */
function Desk({ recharge, renderWallet, payPage }: DeskProps) {
  const isSandbox = useIsSandbox();
  return (
    <div className={classes.desk}>
      <div className={classes.main}>
        {recharge ? (
          <PaymentPanel recharge={recharge} payPage={payPage} />
        ) : (
          <Panel>
            <Skeleton height={560} />
          </Panel>
        )}
      </div>
      <aside className={classes.side}>
        {recharge ? isPayable(recharge) && renderWallet(recharge) : isSandbox && <Skeleton height={310} />}
      </aside>
      <div className={classes.notice}>
        {recharge && <RechargeNotice mode={recharge.mode} />}
        {recharge?.mode === 'exact_amount' && (
          <DepositClaimPanel type={recharge.type} hash={recharge.submitted?.tx_hash} />
        )}
      </div>
    </div>
  );
}

function Unloaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  if (!isRefusal(error, 'notFound', 'invalidFormat')) return <FailedState onRetry={onRetry} />;
  return <EmptyState picture={<SpyglassPicture />} text={t('recharges.payment.notFound')} />;
}

type PaymentPanelProps = {
  recharge: Recharge;
  payPage: PayPage;
};

/**
 * Step two of a top-up that goes on: how to pay, and the payment's progress. Once a payment was detected, no
 * instructions to pay are shown.
 */
function PaymentPanel({ recharge, payPage }: PaymentPanelProps) {
  const { t } = useTranslation();
  const isAwaited = recharge.sub_state === 'waiting';
  const isHidden = isAwaited && !isPayable(recharge);
  const title = isAwaited ? 'recharges.payment.title' : 'recharges.payment.seenTitle';
  return (
    <Panel
      title={t(isHidden ? 'recharges.title' : title)}
      aside={isAwaited && recharge.mode === 'exact_amount' && <QuoteClock recharge={recharge} />}
    >
      <div className={classes.parts}>
        <PaidPart recharge={recharge} />
        {isAwaited && isPayable(recharge) && (
          <>
            <WalletLink recharge={recharge} payPage={payPage} />
            <PayDetails recharge={recharge} />
          </>
        )}
        {isHidden && <HiddenAddress />}
        {!isAwaited && (
          <div className={classes.paid}>
            <NetworkPicture network={recharge.type} size={112} />
            <div>
              <ExactAmount recharge={recharge} className={classes.sum} />
              <span className={classes.network}>{networkName(recharge.type)}</span>
            </div>
            <div className={classes.transaction}>
              <SeenPayment recharge={recharge} />
            </div>
          </div>
        )}
        <SubmittedPayment recharge={recharge} />
        {isAwaited && <NearMiss recharge={recharge} />}
        <DelayNotice />
        <ProgressSteps recharge={recharge} />
        <OrderFoot orderId={recharge.order_id}>
          {isAwaited && (
            <>
              <TxHashForm recharge={recharge} />
              <CancelRecharge orderId={recharge.order_id} />
            </>
          )}
        </OrderFoot>
      </div>
    </Panel>
  );
}

/** Cancels an unpaid top-up, after a confirmation in place. */
export function CancelRecharge({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const keep = useKeepRecharge();
  // false: not given up, and the button takes the focus back.
  const [isAsking, setIsAsking] = useState<boolean>();
  const cancel = useThrottledAction(async () => {
    keep(await call('cancelRecharge', { params: { order_id: orderId } }));
  });

  if (!isAsking)
    return (
      <Button
        ref={isAsking === false ? focusNow : null}
        variant="subtle"
        color="gray"
        onClick={() => setIsAsking(true)}
      >
        {t('recharges.cancel.ask')}
      </Button>
    );
  return (
    <div className={classes.question} role="alert">
      <p>{t('recharges.cancel.text')}</p>
      <Button ref={focusNow} variant="default" onClick={() => setIsAsking(false)}>
        {t('recharges.cancel.keep')}
      </Button>
      <ThrottledButton action={cancel} color="red">
        {t('recharges.cancel.confirm')}
      </ThrottledButton>
    </div>
  );
}
