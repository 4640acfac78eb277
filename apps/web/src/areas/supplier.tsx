import { Button, Checkbox, FileButton, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data, OwnBatch } from '@portside/contract';
import { hasTooManyLines, MOST_BODY_BYTES, MOST_LINES_AT_ONCE } from '@portside/contract/wire/limits';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { pages, query, queryKey } from '../lib/api/query.ts';
import { CHOOSES_AGAIN, decodeFile } from '../lib/browser/decode-file.ts';
import { useThrottledAction } from '../lib/browser/use-throttled-action.ts';
import { useLanguage, useTranslation } from '../locales/use-translation.ts';
import { ThrottledButton } from '../ui/buttons/throttled-button.tsx';
import { DataList, type Column } from '../ui/data/data-list.tsx';
import { Count, DateTime, Money } from '../ui/data/money.tsx';
import { StatTile } from '../ui/data/stat-tile-and-dot.tsx';
import { AmountField } from '../ui/fields/decimal-field.tsx';
import { PageHeader, Panel } from '../ui/layout/panel.tsx';
import { EmptyState, FailedState } from '../ui/messages/empty-state.tsx';
import { toastSuccess } from '../ui/messages/toasts.tsx';
import classes from './supplier.module.css';

type Own = Data<'readOwnSupplier'>;

/** The supplier's page of both areas: what was brought, what became of it, and what is owed. */
export function Page() {
  const { t } = useTranslation('service');
  const identity = useQuery({ ...query('readIdentity'), select: ({ is_supplier: is }) => is });
  const own = useQuery({ ...query('readOwnSupplier'), enabled: identity.data === true });
  return (
    <>
      <PageHeader title={own.data?.name ?? t('suppliers.title')} lede={t('suppliers.lede')} />
      {identity.data === false ? (
        <Panel>
          <EmptyState text={t('suppliers.none')} />
        </Panel>
      ) : own.isError && !own.data ? (
        <FailedState onRetry={() => void own.refetch()} />
      ) : own.data ? (
        <div className={classes.stack}>
          <Figures own={own.data} />
          {own.data.goods.length > 0 && own.data.lines_a_day > 0 && <Bring own={own.data} />}
          <Batches />
          <Payments own={own.data} />
        </div>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

const COUNTS = ['unsold', 'sold', 'in_warranty', 'claimed', 'dead'] as const;

function Figures({ own: { figures, due, paid } }: { own: Own }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <Panel>
      <div className={classes.tiles}>
        <StatTile
          label={t('suppliers.due')}
          value={<Money amount={due} hasUnit={false} />}
          unit="USDT"
          hint={t('suppliers.dueHint')}
        />
        <StatTile label={t('suppliers.paid')} value={<Money amount={paid} hasUnit={false} />} unit="USDT" />
        {COUNTS.map((name) => (
          <StatTile
            key={name}
            label={t(`suppliers.field.${name}`)}
            value={figures[name].toLocaleString(language)}
          >
            {(name === 'claimed' || name === 'dead') && figures.sold > 0
              ? share(figures[name], figures.sold, language)
              : null}
          </StatTile>
        ))}
      </div>
    </Panel>
  );
}

const share = (part: number, of: number, language: string): string =>
  (part / of).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });

/** Leaves room in the call for the other fields. */
const MOST_BYTES = MOST_BODY_BYTES - 2_000;

const isTooLong = (text: string): boolean =>
  hasTooManyLines(text) || new Blob([JSON.stringify(text)]).size > MOST_BYTES;

/** New accounts, which an operator lets in. */
function Bring({ own: { goods, lines_a_day: most } }: { own: Own }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const client = useQueryClient();
  const tooMany = t('suppliers.bring.tooMany', { most: MOST_LINES_AT_ONCE.toLocaleString(language) });
  const form = useForm({
    initialValues: { goods: goods[0]!.id, cost: '', note: '', text: '', isRight: false },
    validate: {
      cost: (value) => (value === '' ? t('suppliers.bring.missing') : null),
      text: (value) =>
        value.trim() === '' ? t('suppliers.bring.missing') : isTooLong(value) ? tooMany : null,
      isRight: (value) => (value ? null : t('suppliers.bring.rightMissing')),
    },
  });
  const chosen = goods.find(({ id }) => id === form.values.goods);
  const send = useThrottledAction(async ({ goods: id, cost, note, text }: typeof form.values) => {
    const body = { goods_id: id, cost, text, has_right_to_sell: true as const };
    const found = await call('importOwnStock', {
      body: { ...body, ...(note.trim() && { note: note.trim() }) },
    });
    const figure = (value: number) => value.toLocaleString(language);
    const [added, others] = [figure(found.added), figure(found.known + found.rejected)];
    toastSuccess('brought', t('suppliers.bring.done', { added, others }));
    form.setFieldValue('text', '');
    await Promise.all(
      (['readOwnSupplier', 'listOwnBatches'] as const).map((name) =>
        client.invalidateQueries({ queryKey: queryKey(name) }),
      ),
    );
  });
  return (
    <Panel title={t('suppliers.bring.title')}>
      <p className={classes.lede}>{t('suppliers.bring.lede', { most: most.toLocaleString(language) })}</p>
      <form className={classes.form} onSubmit={form.onSubmit((values) => send.run(values))} noValidate>
        <div className={classes.fields}>
          <NativeSelect
            label={t('suppliers.field.goods')}
            data={goods.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('goods')}
          />
          <AmountField label={t('suppliers.bring.cost')} {...form.getInputProps('cost')} />
          <TextInput label={t('suppliers.field.note')} maxLength={200} {...form.getInputProps('note')} />
        </div>
        <Textarea
          label={t('suppliers.bring.lines')}
          description={chosen && <code translate="no">{chosen.format}</code>}
          autosize
          minRows={5}
          maxRows={14}
          spellCheck={false}
          {...form.getInputProps('text')}
        />
        <LinesFile
          tooMany={tooMany}
          onText={(text) => form.setFieldValue('text', text)}
          onFault={(fault) => form.setFieldError('text', fault)}
        />
        <Checkbox
          label={t('suppliers.bring.right')}
          {...form.getInputProps('isRight', { type: 'checkbox' })}
        />
        <div>
          <ThrottledButton type="submit" action={send}>
            {t('suppliers.bring.send')}
          </ThrottledButton>
        </div>
      </form>
    </Panel>
  );
}

type LinesFileProps = {
  tooMany: string;
  onText: (text: string) => void;
  onFault: (fault: string) => void;
};

/** Reads the lines from a file. Not by a guess at its encoding: an account that was read wrong is dead. */
function LinesFile({ tooMany, onText, onFault }: LinesFileProps) {
  const { t } = useTranslation('service');
  const open = async (source: Blob) => {
    // In UTF-16 a letter has two bytes.
    if (source.size > 2 * MOST_BYTES) return onFault(tooMany);
    const text = await textOf(source);
    if (text === null) return onFault(t('warrantyClaims.list.unreadable'));
    return isTooLong(text) ? onFault(tooMany) : onText(text);
  };
  return (
    <FileButton
      inputProps={CHOOSES_AGAIN}
      accept=".txt,text/plain"
      onChange={(file) => file && void open(file)}
    >
      {(props) => (
        <Button {...props} variant="default" w="fit-content">
          {t('warrantyClaims.list.file')}
        </Button>
      )}
    </FileButton>
  );
}

/** Null where it is no text for certain, or has gone away. */
async function textOf(source: Blob): Promise<string | null> {
  try {
    const { file } = await decodeFile(source, null);
    return file && (await file.text());
  } catch {
    return null;
  }
}

function Batches() {
  const { t } = useTranslation('service');
  const batches = useInfiniteQuery(pages('listOwnBatches'));
  const count = (key: 'added' | 'waiting' | (typeof COUNTS)[number]): Column<OwnBatch> => ({
    key,
    title: t(`suppliers.field.${key}`),
    align: 'end',
    render: (row) => <Count value={row[key]} />,
  });
  const columns: Column<OwnBatch>[] = [
    { key: 'goods', title: t('suppliers.field.goods'), onCard: 'heading', render: ({ goods }) => goods },
    { key: 'at', title: t('suppliers.field.created'), render: ({ created_at: at }) => <DateTime at={at} /> },
    { key: 'note', title: t('suppliers.field.note'), isExtra: true, render: ({ note }) => note || '–' },
    {
      key: 'cost',
      title: t('suppliers.field.cost'),
      align: 'end',
      render: ({ cost }) => (cost === null ? '–' : <Money amount={cost} hasUnit={false} />),
    },
    ...(['added', 'waiting', ...COUNTS] as const).map(count),
    {
      key: 'owed',
      title: t('suppliers.field.owed'),
      align: 'end',
      render: ({ owed }) => <Money amount={owed} hasUnit={false} />,
    },
  ];
  return (
    <Panel title={t('suppliers.batches')}>
      <DataList
        label={t('suppliers.batches')}
        columns={columns}
        rows={batches.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('suppliers.empty')} />}
        hasFailed={batches.isError}
        onRetry={() => void batches.refetch()}
        onMore={batches.hasNextPage ? () => void batches.fetchNextPage() : undefined}
        isLoadingMore={batches.isFetchingNextPage}
      />
    </Panel>
  );
}

function Payments({ own: { payments } }: { own: Own }) {
  const { t } = useTranslation('service');
  if (payments.length === 0) return null;
  return (
    <Panel title={t('suppliers.payments')}>
      <DataList
        label={t('suppliers.payments')}
        columns={[
          {
            key: 'at',
            title: t('suppliers.field.created'),
            render: (row) => <DateTime at={row.created_at} />,
          },
          {
            key: 'amount',
            title: t('suppliers.paid'),
            align: 'end',
            render: ({ amount }) => <Money amount={amount} />,
          },
          { key: 'note', title: t('suppliers.field.note'), render: ({ note }) => note },
        ]}
        rows={payments}
        rowKey={(row) => `${row.created_at} ${row.amount}`}
        empty={null}
      />
    </Panel>
  );
}
