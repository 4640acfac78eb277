import { useTranslation } from '../../locales/use-translation.ts';
import { AuditTable } from '../../features/audit/audit-table.tsx';
import { SecurityEventsTable } from '../../features/audit/security-events-table.tsx';
import { VerifyButton } from '../../features/audit/verify-log.tsx';
import { UndoGoodsChange } from '../../features/goods/admin/change-preview.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('audit.title')} lede={t('audit.lede')} actions={<VerifyButton />} />
      <PageTabs
        label={t('audit.title')}
        tabs={[
          { name: 'changes', title: t('audit.title'), Panel: Changes },
          { name: 'security', title: t('securityEvents.title'), Panel: SecurityEventsTable },
        ]}
      />
    </>
  );
}

const Changes = () => <AuditTable renderUndo={(entry) => <UndoGoodsChange entry={entry} />} />;
