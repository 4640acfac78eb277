import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { RefusedLines } from '../refused-lines.tsx';
import { skippedLines } from '../skipped-lines.ts';
import { importProgress } from '../import-progress.ts';
import { useStockChanged } from '../use-stock-changed.ts';
import { forgetImport, retryImport, isUnderWay, type ImportRun } from './import-run.ts';
import classes from './import-wizard.module.css';

const FIGURES = ['added', 'duplicates', 'rejected'] as const;

/** Progress of the import, and its result. */
export function RunStep({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const { phase, batch } = run;
  const figure = (value: number) => value.toLocaleString(language);
  const share = (batch && importProgress(batch)) ?? 0;
  const rollBack = async (id: string) => {
    await call('rollBackImport', { params: { id } });
    forgetImport();
    await changed();
    onClose();
  };
  return (
    <div className={classes.step}>
      <div className={`${classes.progress} figures`}>
        <Progress
          value={share * 100}
          size="xl"
          radius="xl"
          color={phase === 'done' ? 'green' : 'marine'}
          animated={phase === 'running'}
          aria-label={t('stock.import.progress')}
        />
        {share.toLocaleString(language, { style: 'percent' })}
      </div>
      <dl className={`${classes.figures} figures`} aria-live="polite">
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`stock.field.${name}`)}</dt>
            <dd>{figure(batch?.[name] ?? 0)}</dd>
          </div>
        ))}
        {batch && skippedLines(batch) > 0 && (
          <div>
            <dt>{t('stock.field.passedOver')}</dt>
            <dd>{figure(skippedLines(batch))}</dd>
          </div>
        )}
      </dl>
      <RunWord run={run} />
      <div className={classes.buttons}>
        {phase === 'waiting' && <Button onClick={retryImport}>{t('stock.import.goOn')}</Button>}
        {!isUnderWay(run) && <Button onClick={onClose}>{t('stock.import.close')}</Button>}
        {phase === 'done' && batch && batch.duplicates + batch.rejected > 0 && (
          <RefusedLines batchId={batch.id} />
        )}
        {batch && phase !== 'stopped' && (
          <Allowed to="rollBackImport">
            <ConfirmButton
              variant="subtle"
              color="red"
              question={t('stock.askRollBack', { free: figure(batch.free), sold: figure(batch.sold) })}
              onConfirm={() => rollBack(batch.id)}
            >
              {t(isUnderWay(run) ? 'stock.import.stop' : 'stock.rollBack')}
            </ConfirmButton>
          </Allowed>
        )}
      </div>
    </div>
  );
}

/** Message for the current phase. */
function RunWord({ run: { phase, batch } }: { run: ImportRun }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (phase === 'running') return <p className={classes.quiet}>{t('stock.import.running')}</p>;
  if (phase === 'done') {
    const figures = {
      added: batch?.added.toLocaleString(language),
      lines: batch?.lines.toLocaleString(language),
    };
    return (
      <Callout tone="good" icon={<IconCircleCheck size={18} />}>
        {t('stock.import.done', figures)}
      </Callout>
    );
  }
  return (
    <Callout tone="warn" icon={<IconAlertTriangle size={18} />} title={t(`stock.import.${phase}.title`)}>
      {t(`stock.import.${phase}.text`)}
    </Callout>
  );
}
