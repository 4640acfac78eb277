import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RechargeDesk } from '../features/recharges/recharge-desk.tsx';
import { RechargeHistory } from '../features/recharges/recharge-history.tsx';
import { RechargePayment } from '../features/recharges/recharge-payment.tsx';
import { useRechargeEvents } from '../features/recharges/use-recharges.ts';
import { SandboxWallet } from '../features/sandbox/sandbox-wallet.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import classes from './recharging.module.css';

/** The top-up page of both areas. The address names the open top-up, so a reload comes back to it. */
export function Recharging() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const orderId = search.get('order');
  useRechargeEvents();
  return (
    <>
      <PageHeader title={t('recharges.title')} lede={t('recharges.lede')} />
      {orderId === null ? (
        <RechargeDesk onOpen={({ order_id: opened }) => setSearch({ order: opened })} />
      ) : (
        <RechargePayment
          key={orderId}
          orderId={orderId}
          onLeave={() => setSearch({})}
          renderWallet={({ type, wallet_address: to, pay_amount: amount }) => (
            <SandboxWallet type={type} to={to} amount={amount} />
          )}
        />
      )}
      <div className={classes.history}>
        <RechargeHistory />
      </div>
    </>
  );
}
