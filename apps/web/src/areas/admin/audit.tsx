import { useTranslation } from 'react-i18next';
import { AuditTable } from '../../features/audit/audit-table.tsx';
import { VerifyButton } from '../../features/audit/verify-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('audit.title')} lede={t('audit.lede')} actions={<VerifyButton />} />
      <AuditTable />
    </>
  );
}
