import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportForm } from '../features/reports/report-form.tsx';
import { ReportSent } from '../features/reports/report-sent.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Panel } from '../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('service');
  const [isSent, setIsSent] = useState(false);
  return (
    <>
      <PageHeader title={t('reports.title')} lede={t('reports.lede')} />
      <Panel>{isSent ? <ReportSent /> : <ReportForm onSent={() => setIsSent(true)} />}</Panel>
    </>
  );
}
