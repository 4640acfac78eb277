import { Button } from '@mantine/core';
import type { Agent } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { AddAgent } from './add-agent.tsx';
import { useAgentColumns } from './agent-columns.tsx';
import { AgentSheet } from './agent-sheet.tsx';
import { AGENT_STATES } from './agent-state-badge.tsx';

const FILTERS = ['q', 'state'] as const;

/** All agents, newest first. */
export function AllAgents() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAgents);
  const [opened, open] = useOpened();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useAgentColumns();
  const query = tableQuery(controls.address, { state: AGENT_STATES });
  const agents = usePage('listAgents', { query });
  const save = () => downloadTable('exportAgents', query, 'agents.csv');
  return (
    <>
      <ListTable<Agent>
        name="agents"
        label={t('agents.title')}
        columns={columns}
        controls={controls}
        list={agents}
        exportOf="exportAgents"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
      >
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
      </ListTable>
      {opened !== null && <AgentSheet key={opened} id={opened} onClose={() => open(null)} />}
      {isAdding && <AddAgent onClose={() => setIsAdding(false)} />}
    </>
  );
}
