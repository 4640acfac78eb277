import { Progress } from '@mantine/core';
import type { ImportForm, StockBatch, ImportState } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { importProgress } from './import-progress.ts';
import classes from './stock.module.css';
import { usePunctuation } from '../../locales/punctuation.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { IconDownload } from '@tabler/icons-react';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';

/** Progress of an unfinished import; hidden if its length is unknown. */
export function BatchProgress({ batch }: { batch: StockBatch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const share = importProgress(batch);
  if (share === null || (batch.state !== 'running' && batch.state !== 'unfinished')) return null;
  const isRunning = batch.state === 'running';
  return (
    <span className={`${classes.progress} figures`}>
      <Progress
        value={share * 100}
        size="sm"
        radius="xl"
        color={isRunning ? 'marine' : 'yellow'}
        animated={isRunning}
        aria-label={t('stock.import.progress')}
      />
      {share.toLocaleString(language, { style: 'percent' })}
    </span>
  );
}

/** The accounts of a batch by state, as a stacked bar. */
export function BatchBar({ batch, isLarge = false }: { batch: PartCounts; isLarge?: boolean }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { list } = usePunctuation();
  const said = PARTS.map((part) => `${t(`stock.field.${part}`)} ${batch[part].toLocaleString(language)}`);
  return (
    <>
      <span className={classes.bar} data-large={isLarge || undefined} title={list(said)} aria-hidden>
        {PARTS.filter((part) => batch[part] > 0).map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: batch[part] }} />
        ))}
      </span>
      <span className="visually-hidden">{list(said)}</span>
    </>
  );
}

/** States of an account that was added; each has exactly one. */
export const PARTS = ['waiting', 'free', 'sold', 'remedied', 'withdrawn'] as const;

export type PartCounts = Pick<StockBatch, (typeof PARTS)[number]>;

const TONES = {
  running: 'info',
  unfinished: 'warn',
  done: 'good',
  'rolled back': 'neutral',
} satisfies Record<ImportState, Tone>;

const WORDS = {
  running: 'running',
  unfinished: 'unfinished',
  done: 'done',
  'rolled back': 'rolledBack',
} as const;

/** State of an import. */
export function BatchStateBadge({ state }: { state: ImportState }) {
  const { t } = useTranslation('admin');
  return (
    <StatusBadge tone={TONES[state]} isLive={state === 'running'}>
      {t(`stock.state.${WORDS[state]}`)}
    </StatusBadge>
  );
}

type RefusedLinesProps = { batchId: string; /** Of its file. */ form?: ImportForm | undefined };

/** Downloads an import's refused lines unchanged, for correction, or the reasons. */
export function RefusedLines({ batchId, form }: RefusedLinesProps) {
  const { t } = useTranslation('admin');
  const save = (as: 'csv' | 'txt', name: string) => () =>
    downloadFile('exportRefusedLines', { params: { id: batchId }, query: { as } }, name);
  const extension = form?.kind === 'csv' ? 'csv' : 'txt';
  const lines = useThrottledAction(save('txt', `import-${batchId}-refused.${extension}`));
  const reasons = useThrottledAction(save('csv', `import-${batchId}-reasons.csv`));
  return (
    <>
      <ThrottledButton variant="default" leftSection={<IconDownload size={16} stroke={1.7} />} action={lines}>
        {t('stock.refused.txt')}
      </ThrottledButton>
      <ThrottledButton variant="subtle" action={reasons}>
        {t('stock.refused.csv')}
      </ThrottledButton>
    </>
  );
}
