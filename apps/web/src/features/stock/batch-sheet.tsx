import type { AdminGoods, Data, StockBatch } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { BatchBar, BatchProgress, PARTS, BatchStateBadge, RefusedLines } from './batch-progress.tsx';
import { BatchPurchase } from './purchase-fields.tsx';
import { HeldLines, MoreItems } from './held-lines.tsx';
import { ContinueImport } from './import/file-drop.tsx';
import { heldLines, skippedLines, useStockChanged } from './import-progress.ts';
import { MoveForm } from './move-form.tsx';
import { WaitingImport } from './put-on-sale.tsx';
import { useRestore } from './unsold-sheet.tsx';
import classes from './stock.module.css';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useState, type FormEvent } from 'react';
import { focusNow } from '../../lib/browser/screen.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';

const WIDTH_PX = 640;

type Props = {
  batch: StockBatch;
  /** All products. */
  all: readonly AdminGoods[];
  onClose: () => void;
  /** Called when the rest of it is being imported. */
  onGoOn: () => void;
};

/** One import: figures, held and refused lines, unsold accounts, and rolling it back. */
export function BatchSheet({ batch, all, onClose, onGoOn }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const figure = (value: number) => value.toLocaleString(language);
  const goods = all.find(({ id }) => id === batch.goods_id);
  const isOpen = batch.state === 'running' || batch.state === 'unfinished';
  return (
    <Sheet title={goods?.name ?? t('stock.batch')} side="end" size={WIDTH_PX} onClose={onClose}>
      <p className={classes.head}>
        <BatchStateBadge state={batch.state} />
        <time dateTime={batch.created_at}>{formatDateTime(batch.created_at, language)}</time>
        <span>{batch.username}</span>
        <span>{t(`stock.gender.${batch.gender}`)}</span>
      </p>
      {batch.note && <p className={classes.quiet}>{batch.note}</p>}
      <BatchPurchase batch={batch} />
      <WaitingImport batch={batch} />
      <BatchProgress batch={batch} />
      {batch.state === 'unfinished' && (
        <Allowed to="addImportLines">
          <ContinueImport batch={batch} onGoOn={onGoOn} />
        </Allowed>
      )}
      <BatchBar batch={batch} isLarge />
      <dl className={`${classes.figures} figures`}>
        {[...PARTS, 'added' as const, 'duplicates' as const, 'rejected' as const].map((name) => (
          <div key={name} data-part={name}>
            <dt>{t(`stock.field.${name}`)}</dt>
            <dd>{figure(batch[name])}</dd>
          </div>
        ))}
        {heldLines(batch) > 0 && (
          <div>
            <dt>{t('stock.field.held')}</dt>
            <dd>{figure(heldLines(batch))}</dd>
          </div>
        )}
        {skippedLines(batch) > 0 && (
          <div>
            <dt>{t(isShared(batch) ? 'stock.field.notOwn' : 'stock.field.passedOver')}</dt>
            <dd>{figure(skippedLines(batch))}</dd>
          </div>
        )}
      </dl>
      <HeldLines batch={batch} />
      <div className={classes.buttons}>
        {batch.duplicates + batch.rejected > 0 && (
          <Allowed to="exportRefusedLines">
            <RefusedLines batchId={batch.id} form={batch.file?.form} />
          </Allowed>
        )}
        {(batch.free + batch.waiting > 0 || isOpen) && (
          <Allowed to="rollBackImport">
            <RollBack batch={batch} />
          </Allowed>
        )}
      </div>
      {batch.free > 0 &&
        [batch.goods_id, ...batch.moved_to].map((id) => (
          <UnsoldItems key={id} goods={all.find((one) => one.id === id)} goodsId={id} batch={batch} />
        ))}
      {batch.withdrawn > 0 && <WithdrawnItems batchId={batch.id} />}
    </Sheet>
  );
}

function RollBack({ batch }: { batch: StockBatch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const figure = (value: number) => value.toLocaleString(language);
  return (
    <ConfirmButton
      variant="light"
      color="red"
      question={t('stock.askRollBack', {
        free: figure(batch.free + batch.waiting),
        sold: figure(batch.sold),
      })}
      onConfirm={async () => {
        await call('rollBackImport', { params: { id: batch.id } });
        await changed();
      }}
    >
      {t('stock.rollBack')}
    </ConfirmButton>
  );
}

/** Whether its file is for several products: then it passes over the rows of the others. */
const isShared = ({ file }: StockBatch): boolean =>
  file?.form.kind === 'csv' && file.form.own_rows !== undefined;

type UnsoldProps = { goods: AdminGoods | undefined; goodsId: string; batch: StockBatch };

/** Unsold accounts of a batch, masked; each can be revealed with a reason. Some may be another product's by now. */
function UnsoldItems({ goods, goodsId, batch }: UnsoldProps) {
  const { t } = useTranslation('admin');
  const [isMoving, setIsMoving] = useState(false);
  const filter = { goods_id: goodsId, batch_id: batch.id };
  const items = useInfiniteQuery(pages('listUnsold', { query: filter }));
  if (items.data?.pages[0]?.items.length === 0) return null;
  return (
    <section className={classes.block}>
      <h3 className={classes.heading}>
        {goodsId === batch.goods_id
          ? t('stock.items.title')
          : t('stock.items.movedTo', { name: goods?.name ?? goodsId })}
      </h3>
      <p className={classes.quiet}>{t('stock.items.lede')}</p>
      {goods && (
        <Allowed to="moveStock">
          {isMoving ? (
            <MoveForm goods={goods} filter={filter} onDone={() => setIsMoving(false)} />
          ) : (
            <Button size="compact-sm" variant="light" my="xs" onClick={() => setIsMoving(true)}>
              {t('stock.move.do')}
            </Button>
          )}
        </Allowed>
      )}
      {items.isError && !items.data && (
        <LoadFailure error={items.error} onRetry={() => void items.refetch()} />
      )}
      {!items.data && !items.isError && <Skeleton height={160} />}
      <ul className={classes.items}>
        {items.data?.pages
          .flatMap((page) => page.items)
          .map(({ id, masked }) => (
            <li key={id}>
              <RevealItem id={id} masked={masked} />
            </li>
          ))}
      </ul>
      <MoreItems list={items} />
    </section>
  );
}

/** Withdrawn accounts of a batch that can be restored, one by one or all. */
function WithdrawnItems({ batchId }: { batchId: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const restore = useRestore();
  const items = useInfiniteQuery(pages('listWithdrawn', { query: { batch_id: batchId } }));
  const all = useThrottledAction(() => restore({ batch_id: batchId }));
  const total = items.data?.pages[0]?.total ?? 0;
  if (items.isError && !items.data)
    return <LoadFailure error={items.error} onRetry={() => void items.refetch()} />;
  if (total === 0) return null;
  return (
    <section className={classes.block}>
      <h3 className={classes.heading}>
        {t('stock.withdrawn.title', { number: total.toLocaleString(language) })}
      </h3>
      <p className={classes.quiet}>{t('stock.withdrawn.lede')}</p>
      <Allowed to="restoreStock">
        <ThrottledButton variant="light" size="compact-sm" action={all}>
          {t('stock.withdrawn.restoreAll')}
        </ThrottledButton>
      </Allowed>
      <ul className={classes.items}>
        {items.data?.pages
          .flatMap((page) => page.items)
          .map((item) => (
            <li key={item.id}>
              <WithdrawnItem
                item={item}
                onRestore={() => restore({ batch_id: batchId, item_ids: [item.id] })}
              />
            </li>
          ))}
      </ul>
      <MoreItems list={items} />
    </section>
  );
}

type WithdrawnProps = { item: Data<'listWithdrawn'>['items'][number]; onRestore: () => Promise<void> };

function WithdrawnItem({ item, onRestore }: WithdrawnProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const restore = useThrottledAction(onRestore);
  return (
    <div className={classes.item}>
      <code translate="no">{item.masked}</code>
      <span className={classes.until}>
        {t('stock.withdrawn.until', { date: formatDateTime(item.restorable_until, language) })}
      </span>
      <Allowed to="restoreStock">
        <ThrottledButton
          size="compact-sm"
          variant="subtle"
          aria-label={t('stock.withdrawn.restoreOne', { id: item.id })}
          action={restore}
        >
          {t('stock.withdrawn.restore')}
        </ThrottledButton>
      </Allowed>
    </div>
  );
}

/** One item, masked until the operator gives a reason; the reveal is recorded in the audit log. */
function RevealItem({ id, masked }: { id: string; masked: string }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const reveal = useThrottledAction(async () => {
    const answer = await call('revealItem', { params: { id }, body: { reason: (reason ?? '').trim() } });
    setText(answer.text);
  });
  const isTooShort = (reason ?? '').trim().length < SHORTEST_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooShort) void reveal.run();
  };
  return (
    <div className={classes.item}>
      <code translate="no">{text ?? masked}</code>
      {text !== null && <CopyButton text={text} />}
      {text === null && reason === null && (
        <Allowed to="revealItem">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('stock.items.revealOne', { id })}
            onClick={() => setReason('')}
          >
            {t('stock.items.reveal')}
          </Button>
        </Allowed>
      )}
      {text === null && reason !== null && (
        <form className={classes.reason} onSubmit={submit}>
          <TextInput
            ref={focusNow}
            size="xs"
            aria-label={t('stock.items.reason')}
            placeholder={t('stock.items.reason')}
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <ThrottledButton type="submit" size="xs" action={reveal} disabled={isTooShort}>
            {t('stock.items.reveal')}
          </ThrottledButton>
        </form>
      )}
    </div>
  );
}
