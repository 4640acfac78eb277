import { lazy, Suspense } from 'react';
import { withTexts } from '../../locales/language.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { AllAnnouncements } from '../../features/announcements/all-announcements.tsx';
import { AllKeys } from '../../features/api-keys/all-keys.tsx';
import { AllDocuments } from '../../features/documents/all-documents.tsx';
import { PaymentMethods } from '../../features/payment-methods/payment-methods.tsx';
import { AllowedWallets } from '../../features/settings/allowed-wallets.tsx';
import { MailTest } from '../../features/settings/mail-test.tsx';
import { ShopSettings } from '../../features/settings/shop-settings.tsx';
import { TelegramAlarms } from '../../features/settings/telegram-alarms.tsx';
import { BrandSettings } from '../../features/settings/brand/brand-settings.tsx';
import { BlockList } from '../../features/wallets/block-list.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { PageTabs } from './page-tabs.tsx';
import classes from './layout.module.css';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <PageTabs
        label={t('settings.title')}
        tabs={[
          { name: 'shop', title: t('settings.tab.shop'), Panel: Shop },
          { name: 'brand', title: t('brand.title'), Panel: BrandSettings },
          { name: 'payment', title: t('settings.tab.payment'), Panel: Payment },
          { name: 'allowed', title: t('settings.tab.allowed'), Panel: AllowedWallets },
          { name: 'blocked', title: t('settings.tab.blocked'), Panel: BlockList },
          { name: 'announcements', title: t('announcements.title'), Panel: AllAnnouncements },
          { name: 'documents', title: t('documents.title'), Panel: AllDocuments },
          { name: 'checker', title: t('checker.title'), Panel: Checker },
          { name: 'webhooks', title: t('settings.tab.webhooks'), Panel: Webhooks },
          { name: 'keys', title: t('apiKeys.title'), Panel: AllKeys },
          { name: 'mail', title: t('settings.tab.mail'), Panel: Messages },
        ]}
      />
    </>
  );
}

const Shop = () => (
  <div className={classes.stack}>
    <PendingProposals about="settings" />
    <ShopSettings />
  </div>
);

const Messages = () => (
  <div className={classes.stack}>
    <MailTest />
    <TelegramAlarms />
    <Suspense>
      <NoticeTexts />
    </Suspense>
  </div>
);

const NoticeTexts = lazy(withTexts('service', () => import('../../features/notices/notice-texts.tsx')));

const WebhooksPanel = lazy(withTexts('service', () => import('../../features/webhooks/webhooks-panel.tsx')));

const Webhooks = () => (
  <Suspense>
    <WebhooksPanel owner="shop" />
  </Suspense>
);

const CheckerPanel = lazy(() => import('../../features/checker/checker-panel.tsx'));

const Checker = () => (
  <Suspense>
    <CheckerPanel />
  </Suspense>
);

const Payment = () => (
  <div className={classes.stack}>
    <PendingProposals about="paymentMethod" />
    <PaymentMethods />
  </div>
);
