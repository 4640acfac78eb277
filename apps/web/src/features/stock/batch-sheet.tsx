import type { AdminGoods, StockBatch } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../ui/buttons/confirm-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { BatchBar } from './batch-bar.tsx';
import { PARTS } from './batch-parts.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BatchStateBadge } from './batch-state-badge.tsx';
import { ContinueImport } from './import/continue-import.tsx';
import { skippedLines } from './skipped-lines.ts';
import { RefusedLines } from './refused-lines.tsx';
import classes from './stock.module.css';
import { UnsoldItems } from './unsold-items.tsx';
import { useStockChanged } from './use-stock-changed.ts';

const WIDTH_PX = 640;

type Props = {
  batch: StockBatch;
  goods: AdminGoods | undefined;
  onClose: () => void;
  /** Called when the rest of it is being imported. */
  onGoOn: () => void;
};

/** One import: figures, refused lines, unsold accounts, and rolling it back. */
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
        {skippedLines(batch) > 0 && (
          <div>
            <dt>{t('stock.field.passedOver')}</dt>
            <dd>{figure(skippedLines(batch))}</dd>
          </div>
        )}
      </dl>
      <div className={classes.buttons}>
        {batch.duplicates + batch.rejected > 0 && (
          <Allowed to="exportRefusedLines">
            <RefusedLines batchId={batch.id} />
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
