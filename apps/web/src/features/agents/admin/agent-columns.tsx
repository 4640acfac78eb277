import type { Agent } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatPercent } from '../../../lib/format/format-percent.ts';
import { formatDate } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { Count } from '../../../ui/data/count.tsx';
import classes from './agent-sheet.module.css';
import { AgentStateBadge } from './agent-state-badge.tsx';

export function useAgentColumns(): TableColumn<Agent>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    { key: 'platform_name', title: t('agents.field.platform'), render: ({ platform_name: name }) => name },
    { key: 'username', title: t('agents.field.username'), render: ({ username }) => username },
    {
      key: 'code',
      title: t('agents.field.code'),
      render: ({ promotion_code: code }) => (
        <span className={classes.promotion}>
          <code>{code}</code>
          <CopyButton text={code} name={t('agents.copyCode', { code })} />
        </span>
      ),
    },
    {
      key: 'commission_percent',
      title: t('agents.field.rate'),
      align: 'end',
      render: ({ commission_percent: percent }) => (
        <span className="figures">{formatPercent(percent, language)}</span>
      ),
    },
    {
      key: 'users',
      title: t('agents.field.users'),
      align: 'end',
      render: ({ users }) => <Count value={users} />,
    },
    {
      key: 'commission_balance',
      title: t('agents.field.balance'),
      align: 'end',
      render: ({ commission_balance: balance }) => <Money amount={balance} />,
    },
    {
      key: 'state',
      title: t('agents.field.state'),
      render: ({ state }) => <AgentStateBadge state={state} />,
    },
    {
      key: 'telegram',
      title: t('agents.field.telegram'),
      isExtra: true,
      render: (agent) => agent.telegram || '–',
    },
    {
      key: 'created_at',
      title: t('agents.field.created'),
      render: ({ created_at: at }) => (
        <time dateTime={at} className="figures">
          {formatDate(at, language)}
        </time>
      ),
    },
  ];
}
