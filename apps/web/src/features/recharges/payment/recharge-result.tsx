import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { useOrderIntent } from '../../../lib/stored/order-intent.ts';
import { Link } from 'wouter';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PaidPart, BackToOrder } from '../notices.tsx';
import classes from './recharge-result.module.css';
import { SeenPayment } from './payment-status.tsx';
import { ReceiptFiles } from '../receipts.tsx';
import type { Ending } from './payment-progress.ts';
import { NearMiss, TxHashForm } from './tx-hash-form.tsx';
import { SubmittedPayment } from './submitted-payment.tsx';
import { Picture } from '../../../ui/pictures/pictures.tsx';
import { DepositClaimPanel } from '../deposit-claim-panel.tsx';

const isUnpaid = (ending: Ending): boolean => ending === 'expired' || ending === 'cancelled';

type RechargeResultProps = {
  recharge: Recharge;
  ending: Ending;
  /** A ticket's, where no one is signed in. */
  token?: string | undefined;
  onAgain: () => void;
};

/**
 * The result of a top-up, and next steps: first of all back to the order that it was for. One that ended unpaid keeps
 * what its buyer said about a payment, as late ones still count.
 */
export default function RechargeResult({ recharge, ending, token, onAgain }: RechargeResultProps) {
  const isClaimable = token === undefined && recharge.mode === 'exact_amount' && isUnpaid(ending);
  return (
    <div className={classes.page}>
      <ResultPanel recharge={recharge} ending={ending} token={token} onAgain={onAgain} />
      {isClaimable && <DepositClaimPanel type={recharge.type} hash={recharge.submitted?.tx_hash} />}
    </div>
  );
}

function ResultPanel({ recharge, ending, token, onAgain }: RechargeResultProps) {
  const { t } = useTranslation();
  const text = useEndingText(recharge, ending);
  const balance = useStored((s) => s.user?.balance);
  const waiting = useOrderIntent();
  const intent = ending === 'credited' ? waiting : null;
  // In a wallet's browser nobody is signed in to buy.
  const leadsToShop = ending === 'credited' && !intent && token === undefined;
  const { credited_amount: credited, bonus_amount: bonus, missing_amount: missing, submitted } = recharge;
  const isLate = isUnpaid(ending) && (recharge.awaits_payment || submitted !== null);
  return (
    <Panel>
      <div className={classes.result} aria-live="polite">
        {ending === 'credited' ? <ArrivedPicture /> : <EndedPicture />}
        <h2 className={classes.title}>{t(`recharges.result.${ending}Title`)}</h2>
        {missing === null && <p className={classes.text}>{text}</p>}
        <PaidPart recharge={recharge} />
        {credited !== null && (
          <dl className={classes.sums}>
            <div>
              <dt>{t('recharges.result.credited')}</dt>
              <dd className={classes.credited}>
                +<Money amount={credited} />
              </dd>
            </div>
            {bonus && (
              <div>
                <dt>{t('recharges.result.bonus')}</dt>
                <dd className={classes.credited}>
                  +<Money amount={bonus} />
                </dd>
              </div>
            )}
            {balance !== undefined && (
              <div>
                <dt>{t('recharges.result.newBalance')}</dt>
                <dd>
                  <Money amount={balance} />
                </dd>
              </div>
            )}
          </dl>
        )}
        <SeenPayment recharge={recharge} />
        {credited !== null && token === undefined && <ReceiptFiles orderId={recharge.order_id} />}
        {isLate && <LatePayment recharge={recharge} token={token} />}
        {isUnpaid(ending) && token === undefined && <NearMiss recharge={recharge} />}
        <div className={classes.actions}>
          <BackToOrder />
          {leadsToShop && (
            <Button component={Link} to={`${currentArea()}/purchase-account`} size="md">
              {t('shell.nav.goods')}
            </Button>
          )}
          <Button onClick={onAgain} size="md" variant={intent || leadsToShop ? 'default' : 'filled'}>
            {t('recharges.result.again')}
          </Button>
          <Button component={Link} to="/" variant="default" size="md">
            {t('recharges.result.home')}
          </Button>
        </div>
        <p className={classes.order}>
          {t('recharges.payment.orderId')} <code translate="no">{recharge.order_id}</code>
        </p>
      </div>
    </Panel>
  );
}

/** A later payment to an own address is always credited. */
function useEndingText(recharge: Recharge, ending: Ending): string {
  const { mode, pay_amount: asked, credited_amount: came } = recharge;
  const { t } = useTranslation();
  const language = useLanguage();
  const { t: pay } = useTranslation('pay');
  if (mode === 'own_addresses' && ending === 'cancelled') return pay('own.pay.cancelled');
  if (mode === 'own_addresses' && ending === 'expired') return pay('own.pay.ended');
  // Its buyer claimed a payment that was nearly right, or an admin assigned one.
  if (ending === 'credited' && mode === 'exact_amount' && came !== null && came !== asked)
    return t('recharges.result.otherAmountText', {
      came: formatUsdt(came, language),
      asked: formatUsdt(asked, language),
    });
  return t(`recharges.result.${ending}Text`);
}

type LatePaymentProps = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token?: string | undefined;
};

/** What became of a submitted transaction after the payment window, and the form while a late payment still counts. */
function LatePayment({ recharge, token }: LatePaymentProps) {
  return (
    <div className={classes.late}>
      <SubmittedPayment recharge={recharge} token={token} />
      {recharge.awaits_payment && <TxHashForm recharge={recharge} token={token} />}
    </div>
  );
}

/** A ship in port with a coin ashore: the payment has arrived. */
const ArrivedPicture = () => (
  <Picture viewBox="0 0 180 112" width={180}>
    <circle cx="90" cy="56" r="50" fill="var(--wash)" stroke="none" />
    <path d="M84 66h80l-12 22H96z" fill="var(--ground)" />
    <path d="M90 76h68" stroke="var(--signal)" strokeWidth="4" />
    <path d="M100 50h20v16h-20zM122 50h20v16h-20z" fill="var(--tint)" />
    <path d="M150 66V22M150 22l-26 9 26 9z" fill="var(--ground)" />
    <path d="M4 88h66v14H4z" fill="var(--tint)" stroke="none" />
    <path d="M4 88h66v14M70 88l14-10" />
    <circle cx="38" cy="62" r="24" fill="var(--ground)" />
    <circle cx="38" cy="62" r="18" fill="var(--signal)" stroke="none" />
    <path d="m29 62 6 7 12-13" stroke="#fff" strokeWidth="4" />
    <path d="M76 96c6 4 11 4 17 0s11-4 17 0 11 4 17 0 11-4 17 0 11 4 17 0" opacity=".55" />
    <path d="M12 26v8M8 30h8M62 20v6M59 23h6M172 40v6M169 43h6" opacity=".5" />
  </Picture>
);

/** An empty hourglass: the payment window has ended. */
const EndedPicture = () => (
  <Picture viewBox="0 0 132 104" width={132}>
    <ellipse cx="66" cy="90" rx="52" ry="8" fill="var(--wash)" stroke="none" />
    <path d="M46 12h40M46 88h40" strokeWidth="4" />
    <path d="M50 14c0 22 14 26 14 36S50 64 50 86h32c0-22-14-26-14-36s14-14 14-36z" fill="var(--ground)" />
    <path d="M54 84c2-12 8-16 12-16s10 4 12 16z" fill="var(--signal)" stroke="none" />
    <path d="M86 72c14-2 12 16 26 14M20 86c4-14 14-8 18-18" opacity=".6" />
  </Picture>
);
