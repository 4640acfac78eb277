import { Button } from '@mantine/core';
import type { Agent } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../lib/api/use-page.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { TableTools } from '../../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/use-opened.ts';
import { AddAgent } from './add-agent.tsx';
import { useAgentColumns } from './agent-columns.tsx';
import { AgentDesk } from './agent-desk.tsx';

const NAME = 'agents';

/** Everybody who brings users, newest first. */
export function AllAgents() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress([]);
  const [opened, open] = useOpened();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useAgentColumns();
  const { sort: _, ...wanted } = tableQuery(controls.address);
  const agents = usePage('listAgents', { query: wanted });
  const agent = agents.data?.items.find(({ id }) => id === opened);
  return (
    <>
      <TableTools name={NAME} columns={columns} controls={controls}>
        <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => setIsAdding(true)}>
          {t('agents.add.title')}
        </Button>
      </TableTools>
      <DataTable<Agent>
        name={NAME}
        label={t('agents.title')}
        columns={columns}
        page={agents.data}
        isFetching={agents.isFetching}
        hasFailed={agents.isError}
        onRetry={() => void agents.refetch()}
        controls={controls}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
      />
      {agent && <AgentDesk key={agent.id} agent={agent} onClose={() => open(null)} />}
      {isAdding && <AddAgent onClose={() => setIsAdding(false)} />}
    </>
  );
}
