import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { AllWarrantyClaims } from '../../features/orders/warranty-claims/all-warranty-claims.tsx';
import { AllOrders } from '../../features/orders/admin/all-orders.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('orders.title')} />
      <PageTabs
        label={t('orders.title')}
        tabs={[
          { name: 'orders', title: t('orders.title'), Panel: Orders },
          { name: 'claims', title: t('warrantyClaims.title'), Panel: Claims },
        ]}
      />
    </>
  );
}

/** Pending approvals are shown with their order. */
const renderPending = (orderNo: string) => <PendingProposals subject={`order:${orderNo}`} />;
const Orders = () => <AllOrders renderPending={renderPending} />;
const Claims = () => <AllWarrantyClaims renderPending={renderPending} />;
