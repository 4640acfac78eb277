import { useTranslation } from '../../locales/use-translation.ts';
import { AllAgents } from '../../features/agents/all-agents.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('agents.title')} lede={t('agents.lede')} />
      <AllAgents />
    </>
  );
}
