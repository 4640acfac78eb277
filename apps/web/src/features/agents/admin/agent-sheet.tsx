import { Anchor, Skeleton, Tabs } from '@mantine/core';
import type { Agent } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { formatPercent } from '../../../lib/format/format-percent.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import classes from './agent-sheet.module.css';
import { AgentStateBadge } from './agent-state-badge.tsx';
import { EditAgent } from './edit-agent.tsx';
import { PayoutForm } from './payout-form.tsx';
import { Statement } from './statement.tsx';

const WIDTH_PX = 620;

/** One agent: referred users, commission, payouts, and their settings. */
export function AgentSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { data: agent, error, isError, refetch } = useQuery(query('readAgent', { params: { id } }));
  return (
    <Sheet title={agent?.platform_name ?? t('agents.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      {isError && !agent && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!agent && !isError && <Skeleton height={320} />}
      {agent && <Desk agent={agent} />}
    </Sheet>
  );
}

function Desk({ agent }: { agent: Agent }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <>
      <p className={classes.head}>
        <AgentStateBadge state={agent.state} />
        <Anchor component={Link} inherit to={`/admin/user?open=${agent.id}`}>
          {agent.username}
        </Anchor>
        <span className={classes.promotion}>
          <code>{agent.promotion_code}</code>
          <CopyButton text={agent.promotion_code} />
        </span>
      </p>
      <dl className={classes.figures}>
        <div>
          <dt>{t('agents.field.balance')}</dt>
          <dd>
            <Money amount={agent.commission_balance} />
          </dd>
        </div>
        <div>
          <dt>{t('agents.field.users')}</dt>
          <dd className="figures">
            <Anchor component={Link} inherit to={`/admin/user?agent_id=${agent.id}`}>
              {agent.users.toLocaleString(language)}
            </Anchor>
          </dd>
        </div>
        <div>
          <dt>{t('agents.field.rate')}</dt>
          <dd className="figures">{formatPercent(agent.commission_percent, language)}</dd>
        </div>
      </dl>
      <Tabs defaultValue="money" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="money">{t('agents.tab.money')}</Tabs.Tab>
          <Tabs.Tab value="edit">{t('agents.tab.edit')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="money" className={classes.panel}>
          <Allowed to="recordPayout">
            <PayoutForm agent={agent} />
          </Allowed>
          <Statement id={agent.id} />
        </Tabs.Panel>
        <Tabs.Panel value="edit" className={classes.panel}>
          <EditAgent agent={agent} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
