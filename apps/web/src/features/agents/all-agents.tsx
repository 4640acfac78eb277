import { Anchor, Button, Group, TextInput } from '@mantine/core';
import type { Agent, AgentApplicant, TableFormat } from '@portside/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { pages, queryKey, usePage } from '../../lib/api/query.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ReasonForm } from '../../ui/fields/reason-form.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { PayoutRequests } from './payout-requests.tsx';
import { AgentSheet } from './agent-sheet.tsx';
import {
  AGENT_STATES,
  AgentStateBadge,
  AgentFields,
  useAgentRules,
  toRequestBody,
  type AgentValues,
  useAgentsChanged,
} from './agent-fields.tsx';
import { formatPercent } from '../../lib/format/numbers.ts';
import { formatDate } from '../../lib/format/times.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { DateTime, Money, Count } from '../../ui/data/money.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import classes from './agents-admin.module.css';
import { useForm } from '@mantine/form';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';

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
  const save = (format: TableFormat) => downloadTable('exportAgents', query, 'agents', format);
  return (
    <>
      <PayoutRequests />
      <Applicants />
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
        buttons={
          <Allowed to="createAgent">
            <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => setIsAdding(true)}>
              {t('agents.add.title')}
            </Button>
          </Allowed>
        }
      >
        <TextFilter controls={controls} name="q" label={t('agents.filter.q')} />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('agents.field.state')}
          options={AGENT_STATES.map((value) => ({ value, label: t(`agents.state.${value}`) }))}
        />
      </ListTable>
      {opened !== null && <AgentSheet key={opened} id={opened} onClose={() => open(null)} />}
      {isAdding && <AddAgent onClose={() => setIsAdding(false)} />}
    </>
  );
}

/** Buyers who ask to become agents; nothing where nobody waits. */
function Applicants() {
  const { t } = useTranslation('admin');
  const list = useInfiniteQuery(pages('listAgentApplications', { query: { state: 'waiting' } }));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={t('agents.applicants.title')} className={classes.requests}>
      <ul className={classes.applicants}>
        {rows.map((one) => (
          <Applicant key={one.id} one={one} />
        ))}
      </ul>
    </Panel>
  );
}

function Applicant({
  one: { id, user, platform_name: name, words, created_at: at },
}: {
  one: AgentApplicant;
}) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const changed = useAgentsChanged();
  const [isRefusing, setIsRefusing] = useState(false);
  const decide = async (body: { is_accepted: boolean; reason?: string }) => {
    await call('decideAgentApplication', { params: { id }, body });
    toastSuccess('agent', t(body.is_accepted ? 'agents.applicants.accepted' : 'agents.applicants.refused'));
    await client.invalidateQueries({ queryKey: queryKey('listAgentApplications') });
    await changed();
  };
  const accept = useThrottledAction(() => decide({ is_accepted: true }));
  return (
    <li>
      <p className={classes.head}>
        <strong>{name}</strong>
        <Anchor component={Link} inherit to={`/admin/user?open=${user.id}`}>
          {user.username}
        </Anchor>
        <DateTime at={at} />
      </p>
      <p className={classes.words}>{words}</p>
      <Allowed to="decideAgentApplication">
        {isRefusing ? (
          <ReasonForm
            label={t('agents.applicants.reason')}
            hint={t('agents.applicants.reasonHint')}
            color="red"
            submit={t('agents.applicants.refuse')}
            onSubmit={(reason) => decide({ is_accepted: false, reason })}
            takesFocus
          />
        ) : (
          <Group gap="xs">
            <ThrottledButton size="xs" action={accept}>
              {t('agents.applicants.accept')}
            </ThrottledButton>
            <Button size="xs" variant="default" onClick={() => setIsRefusing(true)}>
              {t('agents.applicants.refuse')}
            </Button>
          </Group>
        )}
      </Allowed>
    </li>
  );
}

function useAgentColumns(): TableColumn<Agent>[] {
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
          <code translate="no">{code}</code>
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

const WIDTH_PX = 460;

/** Makes a user an agent; the server assigns the promotion code. */
function AddAgent({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useAgentsChanged();
  const form = useForm<AgentValues & { username: string }>({
    initialValues: { username: '', platform: '', telegram: '', rate: '0', tiers: null, state: 'active' },
    validate: {
      ...useAgentRules(),
      username: (value) => (value.trim() === '' ? t('agents.usernameMissing') : null),
    },
  });
  const send = useFormCall(form, {
    fields: { platform_name: 'platform', commission_percent: 'rate' },
    refusals: { userDoesNotExist: 'username', dataExists: 'username' },
  });
  const add = useThrottledAction(async (values: typeof form.values) => {
    const body = { username: values.username.trim(), ...toRequestBody(values) };
    const { promotion_code: code } = await send('createAgent', { body });
    toastSuccess('agent', t('agents.add.done', { code }));
    await changed();
    onClose();
  });
  return (
    <Sheet title={t('agents.add.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(add.run)} noValidate>
        <TextInput
          label={t('agents.field.username')}
          description={t('agents.hint.username')}
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <AgentFields form={form} />
        <ThrottledButton type="submit" action={add}>
          {t('agents.add.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
