import { useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { TakedownRequestForm, TakedownRequestSent } from '../features/reports/takedown-request-form.tsx';
import { PageHeader, Panel } from '../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('service');
  const [isSent, setIsSent] = useState(false);
  return (
    <>
      <PageHeader title={t('reports.title')} lede={t('reports.lede')} />
      <Panel>
        {isSent ? <TakedownRequestSent /> : <TakedownRequestForm onSent={() => setIsSent(true)} />}
      </Panel>
    </>
  );
}
