import { useTranslation } from 'react-i18next';
import { AllClaims } from '../../features/orders/admin/all-claims.tsx';
import { AllOrders } from '../../features/orders/admin/all-orders.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('orders.title')} />
      <PageTabs
        label={t('orders.title')}
        tabs={[
          { name: 'orders', title: t('orders.title'), Panel: AllOrders },
          { name: 'claims', title: t('claims.title'), Panel: AllClaims },
        ]}
      />
    </>
  );
}
