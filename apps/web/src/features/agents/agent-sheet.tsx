import { Anchor, Skeleton, Tabs, TextInput } from '@mantine/core';
import type { Agent, CommissionMovement, TableFormat } from '@portside/contract';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query, pages } from '../../lib/api/query.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { Link } from 'wouter';
import { Allowed, AllowedFields } from '../../ui/layout/allowed.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './agents-admin.module.css';
import {
  AgentStateBadge,
  AGENT_STATES,
  AgentFields,
  useAgentRules,
  toRequestBody,
  type AgentValues,
  useAgentsChanged,
} from './agent-fields.tsx';
import { PayoutRequests } from './payout-requests.tsx';
import { useForm } from '@mantine/form';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { call } from '../../lib/api/call.ts';
import { showStored, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { parseMicro } from '@portside/contract/wire/money';
import { useRef } from 'react';
import { randomKey } from '../../lib/random-key.ts';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import type { TextKey } from '../../locales/text-key.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

/** Wide enough for the statement as a table. */
const WIDTH_PX = 860;

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
          <code translate="no">{agent.promotion_code}</code>
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
          <Commission id={agent.id} />
          <PayoutRequests userId={agent.id} />
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

/** What became of the commission. */
function Commission({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const { data } = useQuery(query('readAgentCommission', { params: { id } }));
  return (
    <dl className={classes.figures}>
      {(['free', 'held', 'requested', 'paid', 'earned', 'taken_back'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`agents.commission.${name}`)}</dt>
          <dd>{data ? <Money amount={data[name]} /> : <Skeleton height={24} width={90} />}</dd>
        </div>
      ))}
    </dl>
  );
}

const valuesOf = (agent: Agent): AgentValues => ({
  platform: agent.platform_name,
  telegram: agent.telegram,
  rate: agent.commission_percent,
  tiers: agent.commission_tiers,
  state: agent.state,
});

/** Edits name, contact, rate and state. The promotion code never changes: it may be in print. */
function EditAgent({ agent }: { agent: Agent }) {
  const { t } = useTranslation('admin');
  const changed = useAgentsChanged();
  const form = useForm<AgentValues>({ initialValues: valuesOf(agent), validate: useAgentRules() });
  const send = useFormCall(form, {
    fields: { platform_name: 'platform', commission_percent: 'rate' },
  });
  const save = useThrottledAction(async () => {
    const params = { id: agent.id };
    const values = typedOver(form, valuesOf(await call('readAgent', { params })));
    await send('updateAgent', { params, body: { ...toRequestBody(values), state: values.state } });
    showStored(form, values);
    toastSuccess('agent', t('agents.saved'));
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="updateAgent">
        <AgentFields form={form} />
        <div>
          <ChoiceRow
            aria-label={t('agents.field.state')}
            data={AGENT_STATES.map((value) => ({ value, label: t(`agents.state.${value}`) }))}
            value={form.values.state}
            onChange={(state) => form.setFieldValue('state', state)}
          />
          <p className={classes.quiet}>{t('agents.hint.state')}</p>
        </div>
        <ThrottledButton type="submit" action={save}>
          {t('agents.save')}
        </ThrottledButton>
      </AllowedFields>
    </form>
  );
}

const SHORTEST_NOTE = 3;

type Values = { amount: string; note: string };

/** Records a payout that was made elsewhere; the shop itself sends nothing. */
function PayoutForm({ agent }: { agent: Agent }) {
  const { t } = useTranslation('admin');
  const changed = useAgentsChanged();
  const key = useRef(randomKey());
  // A refund after a payout makes the balance negative.
  const earnedMicro = agent.commission_balance.startsWith('-') ? 0n : parseMicro(agent.commission_balance);
  const form = useForm<Values>({
    initialValues: { amount: earnedMicro > 0n ? agent.commission_balance : '', note: '' },
    validate: {
      amount: (value) => {
        const amountMicro = AMOUNT.test(value.trim()) ? parseMicro(value.trim()) : 0n;
        if (amountMicro === 0n) return t('agents.payout.amountWrong');
        return amountMicro > earnedMicro ? t('agents.payout.tooMuch') : null;
      },
      note: (value) => (value.trim().length < SHORTEST_NOTE ? t('agents.payout.noteMissing') : null),
    },
  });
  const send = useFormCall(form, { refusals: { balanceTooLow: 'amount' } });
  const record = useThrottledAction(async ({ amount, note }: Values) => {
    const body = { amount: amount.trim(), note: note.trim() };
    const { proposal } = await send(
      'recordPayout',
      { params: { id: agent.id }, body },
      { idempotencyKey: key.current },
    );
    key.current = randomKey();
    showStored(form, { amount: '', note: '' });
    toastSuccess('payout', t(proposal ? 'agents.requests.proposed' : 'agents.payout.done'));
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(record.run)} noValidate>
      <h3 className={classes.heading}>{t('agents.payout.title')}</h3>
      <p className={classes.quiet}>{t('agents.payout.lede')}</p>
      <AmountField label={t('agents.payout.amount')} {...form.getInputProps('amount')} />
      <TextInput
        label={t('agents.payout.note')}
        description={t('agents.payout.noteHint')}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('note')}
      />
      <ThrottledButton type="submit" action={record}>
        {t('agents.payout.submit')}
      </ThrottledButton>
    </form>
  );
}

/** An agent's statement: commission earned, reversed and paid out, newest first. */
function Statement({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const movements = useInfiniteQuery(pages('listAgentStatement', { params: { id } }));
  const save = (format: TableFormat) =>
    downloadFile('exportAgentStatement', { params: { id }, query: { format } }, `agent-${id}.${format}`);
  const columns = useColumns();
  return (
    <section>
      <div className={classes.bar}>
        <h3 className={classes.heading}>{t('agents.statement.title')}</h3>
        <ExportButton of="exportAgentStatement" onExport={save} />
      </div>
      {movements.isError && !movements.data ? (
        <LoadFailure error={movements.error} onRetry={() => void movements.refetch()} />
      ) : (
        <PagedList
          label={t('agents.statement.title')}
          columns={columns}
          list={movements}
          rowKey={({ id: one }) => one}
          empty={<p className={classes.quiet}>{t('agents.statement.empty')}</p>}
        />
      )}
    </section>
  );
}

function useColumns(): Column<CommissionMovement>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    {
      key: 'at',
      title: t('agents.statement.at'),
      render: ({ created_at: at }) => formatDateTime(at, language),
    },
    {
      key: 'kind',
      title: t('agents.statement.kind'),
      render: ({ kind }) => t(`agents.statement.${kind}` as TextKey<'admin'>, { defaultValue: kind }),
    },
    {
      key: 'about',
      title: t('agents.statement.about'),
      onCard: 'wide',
      render: ({ order_no: number, note }) =>
        number ? (
          <Anchor component={Link} to={`/admin/order?open=${number}`} size="sm">
            <code translate="no">{number}</code>
          </Anchor>
        ) : (
          note && <span className={classes.note}>{note}</span>
        ),
    },
    {
      key: 'sale',
      title: t('agents.statement.sale'),
      align: 'end',
      render: ({ sale }) => sale !== null && <Money amount={sale} hasUnit={false} />,
    },
    {
      key: 'amount',
      title: t('agents.statement.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} hasUnit={false} />,
    },
  ];
}
