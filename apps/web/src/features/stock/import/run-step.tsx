import { Button, Progress } from '@mantine/core';
import type { ImportForm } from '@portside/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { RefusedLines } from '../refused-lines.tsx';
import { useStockChanged } from '../use-stock-changed.ts';
import type { ImportSource } from './import-source.ts';
import classes from './import-wizard.module.css';
import { useImport } from './use-import.ts';

const FIGURES = ['added', 'duplicates', 'rejected'] as const;

type Props = { source: ImportSource; form: ImportForm; onClose: () => void };

/** The import while it runs, and what it brought. */
export function RunStep({ source, form, onClose }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const { phase, progress, goOn } = useImport(source, form);
  const batch = progress?.batch;
  const figure = (value: number) => value.toLocaleString(language);
  const rollBack = async (id: string) => {
    await call('rollBackImport', { params: { id } });
    await changed();
    onClose();
  };
  return (
    <div className={classes.step}>
      <Progress
        value={(progress?.share ?? 0) * 100}
        size="xl"
        radius="xl"
        color={phase === 'done' ? 'green' : 'marine'}
        animated={phase === 'running'}
        aria-label={t('stock.import.progress')}
      />
      <dl className={`${classes.figures} figures`} aria-live="polite">
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`stock.field.${name}`)}</dt>
            <dd>{figure(batch?.[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {phase === 'running' && <p className={classes.quiet}>{t('stock.import.running')}</p>}
      {phase === 'stuck' && (
        <Callout tone="warn" icon={<IconAlertTriangle size={18} />} title={t('stock.import.stuck')}>
          {t('stock.import.stuckText')}
        </Callout>
      )}
      {phase === 'done' && batch && (
        <Callout tone="good" icon={<IconCircleCheck size={18} />}>
          {t('stock.import.done', { added: figure(batch.added), lines: figure(batch.lines) })}
        </Callout>
      )}
      <div className={classes.buttons}>
        {phase === 'stuck' && <Button onClick={goOn}>{t('stock.import.goOn')}</Button>}
        {phase === 'done' && <Button onClick={onClose}>{t('stock.import.close')}</Button>}
        {phase === 'done' && batch && batch.duplicates + batch.rejected > 0 && (
          <RefusedLines batchId={batch.id} />
        )}
        {batch && batch.added > 0 && (
          <ConfirmButton
            variant="subtle"
            color="red"
            question={t('stock.askRollBack', { free: figure(batch.free), sold: figure(batch.sold) })}
            onConfirm={() => rollBack(batch.id)}
          >
            {t(phase === 'done' ? 'stock.rollBack' : 'stock.import.stop')}
          </ConfirmButton>
        )}
      </div>
    </div>
  );
}
