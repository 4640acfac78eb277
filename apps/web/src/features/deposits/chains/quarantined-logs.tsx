import type { QuarantinedLog, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/query.ts';
import { listNetworks, networkName } from '../../../lib/networks/networks.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../../ui/table/table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened.ts';
import classes from './chain-health.module.css';
import { useFindings } from '../../../locales/office-wording.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/money.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { call } from '../../../lib/api/call.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Fact, Facts, LongText } from '../../../ui/data/facts.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { ReasonForm } from '../../../ui/fields/reason-form.tsx';

/** Quarantined logs, newest first. */
export function QuarantinedLogs() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['type', 'state'], SORTS.listQuarantinedLogs);
  const columns = useQuarantineColumns();
  const { type, state, ...wanted } = tableQuery(controls.address);
  const knownType = listNetworks().find((one) => one === type);
  const knownState = QUARANTINE_STATES.find((one) => one === state);
  const query = {
    ...wanted,
    ...(knownType && { type: knownType }),
    ...(knownState && { state: knownState }),
  };
  const logs = usePage('listQuarantinedLogs', { query });
  const opened = useOpenedRow(logs.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportQuarantinedLogs', query, 'quarantine', format);
  return (
    <section>
      <h2 className={classes.title}>{t('chains.aside.title')}</h2>
      <p className={classes.lede}>{t('chains.aside.lede')}</p>
      <ListTable<QuarantinedLog>
        name="quarantine"
        label={t('chains.aside.title')}
        columns={columns}
        controls={controls}
        list={logs}
        exportOf="exportQuarantinedLogs"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('chains.aside.field.state')}
          options={QUARANTINE_STATES.map((value) => ({ value, label: t(`chains.aside.state.${value}`) }))}
        />
        <ChoiceFilter
          controls={controls}
          name="type"
          label={t('chains.aside.field.type')}
          options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
        />
      </ListTable>
      {opened.row && <QuarantineSheet log={opened.row} onClose={opened.close} />}
    </section>
  );
}

type State = QuarantinedLog['state'];

const TONES = { open: 'bad', reviewed: 'neutral', harmless: 'neutral' } satisfies Record<State, Tone>;

/** In order of urgency. */
const QUARANTINE_STATES = Object.keys(TONES) as State[];

function QuarantineBadge({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`chains.aside.state.${state}`)}</StatusBadge>;
}

function useQuarantineColumns(): TableColumn<QuarantinedLog>[] {
  const { t } = useTranslation('admin');
  const wordFindings = useFindings();
  return [
    { key: 'reason', title: t('chains.aside.field.reason'), render: ({ reason }) => wordFindings(reason) },
    {
      key: 'state',
      title: t('chains.aside.field.state'),
      render: ({ state }) => <QuarantineBadge state={state} />,
    },
    { key: 'type', title: t('chains.aside.field.type'), render: ({ type }) => networkName(type) },
    {
      key: 'tx_hash',
      title: t('chains.aside.field.tx_hash'),
      render: ({ tx_hash: hash }) => (
        <code title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </code>
      ),
    },
    {
      key: 'place',
      title: t('chains.aside.field.place'),
      render: ({ block_number: block, ordinal }) => (
        <span className="figures">
          {block} · {ordinal}
        </span>
      ),
    },
    {
      key: 'recorded_at',
      title: t('chains.aside.field.time'),
      render: ({ recorded_at: at }) => <DateTime at={at} />,
    },
  ];
}

const WIDTH_PX = 620;

/** One quarantined log: its position, the rule it breaks, and its review. */
function QuarantineSheet({ log, onClose }: { log: QuarantinedLog; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordFindings = useFindings();
  const client = useQueryClient();
  const review = async (reason: string, send: typeof call) => {
    await send('reviewQuarantinedLog', { params: { id: log.id }, body: { reason } });
    toastSuccess('quarantine', t('chains.aside.done'));
    await client.invalidateQueries();
    onClose();
  };
  const { reviewed_at: at, reviewed_by: by } = log;
  return (
    <Sheet title={t('chains.aside.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      <Facts>
        <Fact name={t('chains.aside.field.reason')}>{wordFindings(log.reason)}</Fact>
        <Fact name={t('chains.aside.field.state')}>
          <QuarantineBadge state={log.state} />
        </Fact>
        <Fact name={t('chains.aside.field.type')}>{networkName(log.type)}</Fact>
        <Fact name={t('chains.aside.field.tx_hash')}>
          <LongText text={log.tx_hash} link={{ href: log.tx_url, label: t('deposits.explorer') }} />
        </Fact>
        <Fact name={t('chains.aside.field.place')}>
          <span className="figures">
            {log.block_number} · {log.ordinal}
          </span>
        </Fact>
        {at && (
          <Fact name={t('chains.aside.review', { name: by ?? '–', at: formatDateTime(at, language) })}>
            {log.review}
          </Fact>
        )}
      </Facts>
      {log.state === 'open' && (
        <Allowed to="reviewQuarantinedLog">
          <ReasonForm
            hint={t('chains.aside.hint')}
            label={t('chains.aside.ask')}
            submit={t('chains.aside.submit')}
            onSubmit={review}
          />
        </Allowed>
      )}
    </Sheet>
  );
}
