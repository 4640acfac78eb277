import { useTranslation } from '../locales/use-translation.ts';
import { AgentDashboard } from '../features/agents/agent-dashboard.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import { useStored } from '../lib/stored/stored-state.ts';
import { PageHeader } from '../ui/layout/panel.tsx';

/** The agent page of both areas. */
export function Page() {
  const { t } = useTranslation('service');
  const telegram = useStored((s) => s.webConfig?.telegram);
  return (
    <>
      <PageHeader title={t('agents.title')} lede={t('agents.lede')} />
      <AgentDashboard shopTelegram={telegram} support={`${currentArea()}/customer-service`} />
    </>
  );
}
