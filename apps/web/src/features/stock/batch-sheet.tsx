import type { AdminGoods, StockBatch } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { BatchBar, BatchProgress, PARTS, BatchStateBadge, RefusedLines } from './batch-progress.tsx';
import { HeldLines } from './held-lines.tsx';
import { ContinueImport } from './import/file-drop.tsx';
import { heldLines, skippedLines, useStockChanged } from './import-progress.ts';
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
  goods: AdminGoods | undefined;
  onClose: () => void;
  /** Called when the rest of it is being imported. */
  onGoOn: () => void;
};

/** One import: figures, held and refused lines, unsold accounts, and rolling it back. */
export function BatchSheet({ batch, goods, onClose, onGoOn }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const figure = (value: number) => value.toLocaleString(language);
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
            <dt>{t('stock.field.passedOver')}</dt>
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
        {(batch.free > 0 || isOpen) && (
          <Allowed to="rollBackImport">
            <ConfirmButton
              variant="light"
              color="red"
              question={t('stock.askRollBack', { free: figure(batch.free), sold: figure(batch.sold) })}
              onConfirm={async () => {
                await call('rollBackImport', { params: { id: batch.id } });
                await changed();
              }}
            >
              {t('stock.rollBack')}
            </ConfirmButton>
          </Allowed>
        )}
      </div>
      {batch.free > 0 && <UnsoldItems goodsId={batch.goods_id} batchId={batch.id} />}
    </Sheet>
  );
}

/** Unsold accounts of a batch, masked; each can be revealed with a reason. */
function UnsoldItems({ goodsId, batchId }: { goodsId: string; batchId: string }) {
  const { t } = useTranslation('admin');
  const items = useInfiniteQuery(pages('listUnsold', { query: { goods_id: goodsId, batch_id: batchId } }));
  return (
    <section>
      <h3 className={classes.heading}>{t('stock.items.title')}</h3>
      <p className={classes.quiet}>{t('stock.items.lede')}</p>
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
      {items.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={items.isFetchingNextPage}
          onClick={() => void items.fetchNextPage()}
        >
          {t('stock.items.more')}
        </Button>
      )}
    </section>
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
      <code>{text ?? masked}</code>
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
