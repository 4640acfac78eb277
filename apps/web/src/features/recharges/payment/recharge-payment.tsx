import { Anchor, Skeleton } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { useScrollIntoView } from '../../../lib/browser/use-scroll-into-view.ts';
import { isPayable, type PayableRecharge } from '../../../lib/payable-recharge.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { FailedState } from '../../../ui/messages/failed-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SpyglassPicture } from '../../../ui/pictures/spyglass.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import classes from '../form/new-recharge.module.css';
import { RechargeNotice } from '../form/recharge-notice.tsx';
import RechargeResult from '../result/recharge-result.tsx';
import { useEnding } from '../result/use-ending.ts';
import { useRecharge } from '../history/use-recharges.ts';
import type { PayPage } from './wallet-link.tsx';

/** For buyers who sent another amount. */
const DepositClaimPanel = lazy(() => import('../deposit-claims/deposit-claim-panel.tsx'));

type Props = {
  orderId: string;
  /** Rendered beside a top-up that waits for its payment. */
  renderWallet: (recharge: PayableRecharge) => ReactNode;
  /** The page that pays with a connected wallet. */
  payPage: PayPage;
  onLeave: () => void;
};

/** One top-up from payment to result. */
export default function RechargePayment({ orderId, renderWallet, payPage, onLeave }: Props) {
  const { data: recharge, error, refetch } = useRecharge(orderId);
  if (recharge)
    return <Loaded recharge={recharge} renderWallet={renderWallet} payPage={payPage} onLeave={onLeave} />;
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

type LoadedProps = { recharge: Recharge } & Pick<Props, 'renderWallet' | 'payPage' | 'onLeave'>;

function Loaded({ recharge, renderWallet, payPage, onLeave }: LoadedProps) {
  const ending = useEnding(recharge);
  const isWaiting = recharge.sub_state === 'waiting';
  // On a phone, what paid is further down: the sandbox's wallet, or the field for the transaction.
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

function Back({ onLeave }: Pick<Props, 'onLeave'>) {
  const { t } = useTranslation();
  return (
    <Anchor component="button" type="button" className={classes.back} onClick={onLeave}>
      <IconArrowLeft size={16} aria-hidden /> {t('recharges.payment.back')}
    </Anchor>
  );
}

type DeskProps = { recharge: Recharge | undefined } & Pick<Props, 'renderWallet' | 'payPage'>;

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
          <Suspense>
            <DepositClaimPanel />
          </Suspense>
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
