import type { Report, ReportState, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/query.ts';
import { ListTable } from '../../ui/table/list-table.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { DateTime, Count } from '../../ui/data/money.tsx';
import { Anchor, Textarea } from '@mantine/core';
import { formatDateTime } from '../../lib/format/times.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './reports-admin.module.css';
import { UpholdForm, useTakedownRequestsChanged } from './uphold-form.tsx';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

/** Takedown requests by rightful owners, newest first. */
export function AllTakedownRequests() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['q', 'state'], SORTS.listReports);
  const columns = useColumns();
  const query = tableQuery(controls.address, { state: REPORT_STATES });
  const reports = usePage('listReports', { query });
  const opened = useOpenedRow(reports.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportReports', query, 'takedown-requests', format);
  return (
    <>
      <ListTable<Report>
        name="reports"
        label={t('reports.title')}
        columns={columns}
        controls={controls}
        list={reports}
        exportOf="exportReports"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <TextFilter controls={controls} name="q" label={t('reports.field.email')} />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('reports.field.state')}
          options={REPORT_STATES.map((value) => ({ value, label: t(`reports.state.${value}`) }))}
        />
      </ListTable>
      {opened.row && <TakedownRequestSheet report={opened.row} onClose={opened.close} />}
    </>
  );
}

function useColumns(): TableColumn<Report>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'subject', title: t('reports.field.subject'), render: ({ subject }) => subject },
    { key: 'email', title: t('reports.field.email'), render: ({ email }) => email },
    {
      key: 'created_at',
      title: t('reports.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'state',
      title: t('reports.field.state'),
      render: ({ state }) => <TakedownRequestBadge state={state} />,
    },
    { key: 'settled', title: t('reports.field.settledBy'), render: ({ settled_by: name }) => name ?? '–' },
    {
      key: 'withdrawn',
      title: t('reports.field.withdrawn'),
      align: 'end',
      render: ({ withdrawn }) => <Count value={withdrawn} />,
    },
  ];
}

const WIDTH_PX = 620;

/** One takedown request and the two decisions about it. */
function TakedownRequestSheet({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { sentences, space } = usePunctuation();
  const { settled_at: settledAt } = report;
  return (
    <Sheet title={report.subject} side="end" size={WIDTH_PX} onClose={onClose}>
      <p className={classes.head}>
        <TakedownRequestBadge state={report.state} />
        <Anchor href={`mailto:${report.email}`}>{report.email}</Anchor>
        <time dateTime={report.created_at}>{formatDateTime(report.created_at, language)}</time>
      </p>
      <p className={classes.explanation}>{report.explanation}</p>
      {settledAt !== null && (
        <p className={classes.takedownRequestSheetQuiet}>
          {sentences(
            t('reports.settled', { name: report.settled_by ?? '–', at: formatDateTime(settledAt, language) }),
            report.reason,
          )}
        </p>
      )}
      {report.state === 'open' && (
        <>
          <Allowed to="upholdReport">
            <UpholdForm report={report} onDone={onClose} />
          </Allowed>
          <Allowed to="refuseReport">
            <RefuseForm id={report.id} onDone={onClose} />
          </Allowed>
        </>
      )}
      <p className={classes.takedownRequestSheetQuiet}>
        {t('reports.tell')}
        {space}
        <Anchor href={`mailto:${report.email}?subject=${encodeURIComponent(report.subject)}`} inherit>
          {t('reports.write')}
        </Anchor>
      </p>
    </Sheet>
  );
}

/** Rejects a takedown request, with a reason that is kept with it. */
function RefuseForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const settled = useTakedownRequestsChanged();
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('reports.reasonMissing') : null),
    },
  });
  const send = useFormCall(form);
  const refuse = useThrottledAction(async ({ reason }: { reason: string }) => {
    await send('refuseReport', { params: { id }, body: { reason: reason.trim() } });
    toastSuccess('report', t('reports.refused'));
    await settled();
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(refuse.run)} noValidate>
      <h3>{t('reports.refuse')}</h3>
      <Textarea label={t('reports.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={refuse} variant="light" color="red">
        {t('reports.refuseSubmit')}
      </ThrottledButton>
    </form>
  );
}

const TONES = { open: 'warn', upheld: 'good', refused: 'neutral' } satisfies Record<ReportState, Tone>;

/** In order of urgency. */
const REPORT_STATES = Object.keys(TONES) as ReportState[];

function TakedownRequestBadge({ state }: { state: ReportState }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`reports.state.${state}`)}</StatusBadge>;
}
