import { Progress } from '@mantine/core';
import type { StockBatch } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { importProgress } from './import-progress.ts';
import classes from './stock.module.css';

/** Progress of an unfinished import; hidden where its length is unknown. */
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
