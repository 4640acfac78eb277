import type { AdminGoods, Data, StockBatch } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import classes from './stock.module.css';
import { useStockChanged } from './import-progress.ts';

/** Says that a product with accounts is off sale, and puts it on sale; nothing for any other. */
export function PutOnSale({ goods: { id, name, on_sale: isOnSale, stock } }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const putOn = useThrottledAction(async () => {
    await call('setGoodsOnSale', { body: { ids: [id], on_sale: true } });
    await Promise.all(
      (['listAllGoods', 'listGoods'] as const).map((one) =>
        client.invalidateQueries({ queryKey: queryKey(one) }),
      ),
    );
  });
  if (isOnSale || stock === 0) return null;
  return (
    <Callout tone="warn">
      {t('stock.isOffSale', { name })}
      <Allowed to="setGoodsOnSale">
        <ThrottledButton action={putOn} size="xs" mt="xs" display="block">
          {t('goods.putOn')}
        </ThrottledButton>
      </Allowed>
    </Callout>
  );
}

const CHECKING_REFRESH_MS = 2_000;

/** What came of a sample is known before the import itself is read again. */
const waitsAfter = (
  { waits_for: before }: StockBatch,
  { outcome }: NonNullable<Data<'readBatchCheck'>>,
): StockBatch['waits_for'] =>
  before !== 'check' || outcome === null ? before : outcome === 'released' ? null : 'release';

/** What an import waits for before it goes on sale, with what was found of its sample; of one on sale only that. */
export function WaitingImport({ batch }: { batch: StockBatch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { data: check } = useQuery({
    ...query('readBatchCheck', { params: { id: batch.id } }),
    // A sample that has not begun is null.
    refetchInterval: ({ state: { data } }) =>
      data
        ? data.outcome === null && CHECKING_REFRESH_MS
        : batch.waits_for === 'check' && CHECKING_REFRESH_MS,
  });
  const figure = (value: number) => value.toLocaleString(language);
  const sample = check && {
    good: figure(check.good),
    dead: figure(check.dead),
    unknown: figure(check.unknown),
    checked: figure(check.good + check.dead),
    open: figure(check.open),
  };
  const waitsFor = check ? waitsAfter(batch, check) : batch.waits_for;
  const stop = batch.stopped_at && {
    date: formatDateTime(batch.stopped_at, language),
    claimed: figure(batch.claimed),
    sold: figure(batch.sold),
  };
  if (waitsFor === null)
    return (
      <>
        {sample && <p className={`${classes.quiet} figures`}>{t('checker.import.sample', sample)}</p>}
        {stop && <p className={classes.quiet}>{t('checker.import.wasStopped', stop)}</p>}
      </>
    );
  const isChecking = check !== null && check !== undefined && check.outcome === null;
  const asks = waitsFor === 'release';
  return (
    <div className={classes.waiting}>
      <Callout tone={asks ? 'warn' : 'info'}>
        {isChecking
          ? t('checker.import.checking', sample!)
          : asks
            ? stop
              ? t('checker.import.stopped', stop)
              : check && check.dead > 0
                ? t('checker.import.asks', sample!)
                : t('checker.import.approval')
            : t('checker.import.stalled')}
        {!isChecking && asks && sample && (stop || check?.dead === 0) && (
          <p className="figures">{t('checker.import.sample', sample)}</p>
        )}
        {!isChecking && batch.waiting > 0 && <ReleaseButton batch={batch} />}
      </Callout>
    </div>
  );
}

/** Names what is owed to the supplier for what goes on sale. */
function ReleaseButton({ batch }: { batch: StockBatch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const { cost, supplier } = batch;
  const number = batch.waiting.toLocaleString(language);
  const question =
    cost && supplier
      ? t(cost.per === 'each' ? 'checker.import.releaseEach' : 'checker.import.releaseAll', {
          number,
          supplier: supplier.name,
          cost: formatUsdt(cost.amount, language),
        })
      : t('checker.import.releaseAsk', { number });
  return (
    <Allowed to="releaseStockBatch">
      <ConfirmButton
        size="xs"
        mt="xs"
        display="block"
        confirmColor="blue"
        question={question}
        onConfirm={async () => {
          await call('releaseStockBatch', { params: { id: batch.id } });
          await changed();
        }}
      >
        {t('checker.import.release')}
      </ConfirmButton>
    </Allowed>
  );
}
