import { Button, Skeleton } from '@mantine/core';
import type { HeldKind, HeldLine, Input, StockBatch } from '@portside/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf, pages } from '../../lib/api/query.ts';
import { formatDate } from '../../lib/format/times.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { useStockChanged } from './import-progress.ts';
import classes from './stock.module.css';

type Decision = Input<'decideHeldLines'>['body'] & { kind: HeldKind };

const KINDS = [
  { kind: 'same account', words: 'sameAccount' },
  { kind: 'same login', words: 'sameLogin' },
] as const;

type HeldLinesProps = {
  batch: StockBatch;
  /** For whoever shows an import without reading it again. */
  onDecided?: (batch: StockBatch) => void;
};

/** Lines of an import that wait for a decision, by kind: all at once, or line by line. Nothing if none waits. */
export function HeldLines({ batch, onDecided }: HeldLinesProps) {
  const { t } = useTranslation('admin');
  const changed = useStockChanged();
  /** A call decides a few thousand lines; lines that it cannot decide must not repeat it for ever. */
  const decide = async (body: Decision) => {
    const request = { params: { id: batch.id }, body };
    const countLeft = ({ held }: StockBatch): number => (body.lines === undefined ? held[body.kind] : 0);
    let before: StockBatch;
    let now = batch;
    do {
      before = now;
      now = await call('decideHeldLines', request);
    } while (countLeft(now) > 0 && countLeft(now) < countLeft(before));
    onDecided?.(now);
    await changed();
  };
  const waiting = KINDS.filter(({ kind }) => batch.held[kind] > 0);
  if (waiting.length === 0) return null;
  return (
    <section className={classes.heldLines}>
      <h3 className={classes.heading}>{t('stock.held.title')}</h3>
      <p className={classes.quiet}>{t('stock.held.lede')}</p>
      {waiting.map(({ kind, words }) => (
        <HeldOfKind
          key={kind}
          batch={batch}
          kind={kind}
          title={t(`stock.held.${words}`, { number: batch.held[kind] })}
          onDecide={decide}
        />
      ))}
    </section>
  );
}

type KindProps = {
  batch: StockBatch;
  kind: HeldKind;
  title: string;
  onDecide: (decision: Decision) => Promise<void>;
};

function HeldOfKind({ batch, kind, title, onDecide }: KindProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const request = { params: { id: batch.id }, query: { kind } };
  const lines = useInfiniteQuery(pages('listHeldLines', request));
  const number = batch.held[kind].toLocaleString(language);
  return (
    <div className={classes.way}>
      <h4>{title}</h4>
      <Allowed to="decideHeldLines">
        <div className={classes.heldButtons}>
          <ConfirmButton
            size="sm"
            confirmColor="marine"
            question={t('stock.held.askSell', { number })}
            onConfirm={() => onDecide({ decision: 'sell', kind })}
          >
            {t('stock.held.sellAll')}
          </ConfirmButton>
          <ConfirmButton
            size="sm"
            variant="default"
            question={t('stock.held.askLeaveOut', { number })}
            onConfirm={() => onDecide({ decision: 'leave out', kind })}
          >
            {t('stock.held.leaveOutAll')}
          </ConfirmButton>
        </div>
      </Allowed>
      {lines.isError && !lines.data && (
        <LoadFailure error={lines.error} onRetry={() => void lines.refetch()} />
      )}
      {!lines.data && !lines.isError && <Skeleton height={120} />}
      <ul className={`${classes.items} ${classes.heldItems}`}>
        {lines.data?.pages
          .flatMap((page) => page.items)
          .map((line) => (
            <HeldItem key={line.line} batchId={batch.id} held={line} onDecide={onDecide} />
          ))}
      </ul>
      <MoreItems list={lines} />
    </div>
  );
}

type MoreProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
};

/** The way to the next accounts of a list; nothing at its end. */
export function MoreItems({ list }: MoreProps) {
  const { t } = useTranslation('admin');
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="subtle"
      fullWidth
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('stock.items.more')}
    </Button>
  );
}

type ItemProps = { batchId: string; held: HeldLine; onDecide: KindProps['onDecide'] };

function HeldItem({ batchId, held, onDecide }: ItemProps) {
  const { t } = useTranslation('admin');
  const { line } = held;
  const sell = useThrottledAction(() => onDecide({ decision: 'sell', kind: held.kind, lines: [line] }));
  const leaveOut = useThrottledAction(() =>
    onDecide({ decision: 'leave out', kind: held.kind, lines: [line] }),
  );
  return (
    <li className={classes.item}>
      <span>
        {t('stock.held.line', { line })} <code translate="no">{held.masked}</code>
        <LikeWhat batchId={batchId} like={held.like} />
      </span>
      <Allowed to="decideHeldLines">
        <span className={classes.heldButtons}>
          <ThrottledButton size="compact-sm" variant="light" action={sell}>
            {t('stock.held.sell')}
          </ThrottledButton>
          <ThrottledButton size="compact-sm" variant="subtle" action={leaveOut}>
            {t('stock.held.leaveOut')}
          </ThrottledButton>
        </span>
      </Allowed>
    </li>
  );
}

/** What a line is like: another line of its file, or an account of an earlier import, and what became of that. */
function LikeWhat({ batchId, like }: { batchId: string; like: HeldLine['like'] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { data: goods = [] } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  if (!like) return <small className={classes.like}>{t('stock.held.unknown')}</small>;
  const product = goods.find(({ id }) => id === like.goods_id)?.name ?? like.goods_id;
  const state = t(`stock.held.${like.state}`, { date: formatDate(like.at, language) });
  const isHere = like.batch_id === batchId && like.line !== null;
  return (
    <small className={classes.like}>
      {isHere ? t('stock.held.here', { line: like.line }) : t('stock.held.there', { product })}
      {!(isHere && like.state === 'free') && ` · ${state}`}
    </small>
  );
}
