import { Button } from '@mantine/core';
import type { Agent } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../lib/api/use-page.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { TableTools } from '../../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { AddAgent } from './add-agent.tsx';
import { useAgentColumns } from './agent-columns.tsx';
import { AgentSheet } from './agent-sheet.tsx';
import { AGENT_STATES } from './agent-state-badge.tsx';

const NAME = 'agents';
const FILTERS = ['q', 'state'] as const;

/** Everybody who brings users, newest first. */
export function AllAgents() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAgents);
  const [opened, open] = useOpened();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useAgentColumns();
  const { state, ...wanted } = tableQuery(controls.address);
  const known = AGENT_STATES.find((one) => one === state);
  const query = { ...wanted, ...(known && { state: known }) };
  const agents = usePage('listAgents', { query });
  const save = () => downloadTable('exportAgents', query, 'agents.csv');
  return (
    <>
      <TableTools name={NAME} columns={columns} controls={controls} exportOf="exportAgents" onExport={save}>
        <TextFilter controls={controls} name="q" label={t('agents.filter.q')} />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('agents.field.state')}
          options={AGENT_STATES.map((value) => ({ value, label: t(`agents.state.${value}`) }))}
        />
        <Allowed to="createAgent">
          <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => setIsAdding(true)}>
            {t('agents.add.title')}
          </Button>
        </Allowed>
      </TableTools>
      <DataTable<Agent>
        name={NAME}
        label={t('agents.title')}
        columns={columns}
        page={agents.data}
        isFetching={agents.isFetching}
        hasFailed={agents.isError}
        error={agents.error}
        onRetry={() => void agents.refetch()}
        controls={controls}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
      />
      {opened !== null && <AgentSheet key={opened} id={opened} onClose={() => open(null)} />}
      {isAdding && <AddAgent onClose={() => setIsAdding(false)} />}
    </>
  );
}
