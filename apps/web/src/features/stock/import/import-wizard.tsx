import { Stepper, Button, NativeSelect, Textarea, TextInput, Progress } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { heldLines, useStockChanged, skippedLines, importProgress } from '../import-progress.ts';
import { CheckStep } from './check-step.tsx';
import {
  forgetImport,
  isUnderWay,
  startImport,
  useImportRun,
  retryImport,
  type ImportRun,
  newImport,
  type ImportSource,
} from './import-run.ts';
import classes from '../stock.module.css';
import { FileDrop } from './file-drop.tsx';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { call } from '../../../lib/api/call.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import { RefusedLines } from '../batch-progress.tsx';
import { HeldLines } from '../held-lines.tsx';

const WIDTH_PX = 860;

type ImportWizardProps = { goods: readonly AdminGoods[]; goodsId: string; onClose: () => void };

/** Imports accounts in three steps: source, check of the whole file, progress. The import continues after the wizard is closed. */
export default function ImportWizard({ goods, goodsId, onClose }: ImportWizardProps) {
  const { t } = useTranslation('admin');
  const [step, setStep] = useState(0);
  const [source, setSource] = useState<ImportSource | null>(null);
  const changed = useStockChanged();
  const run = useImportRun((state) => state.run);
  const choose = (chosen: ImportSource) => {
    setSource(chosen);
    setStep(1);
  };
  const close = () => {
    if (!isUnderWay(run)) forgetImport();
    onClose();
  };
  return (
    <Sheet title={t('stock.import.title')} size={WIDTH_PX} onClose={close}>
      <Stepper
        active={run ? 2 : step}
        size="sm"
        iconSize={30}
        wrap={false}
        className={classes.steps}
        classNames={{ step: classes.one!, stepBody: classes.body! }}
        allowNextStepsSelect={false}
      >
        <Stepper.Step label={t('stock.import.step.source')} />
        <Stepper.Step label={t('stock.import.step.check')} />
        <Stepper.Step label={t('stock.import.step.run')} />
      </Stepper>
      {!run && step === 0 && <SourceStep goods={goods} goodsId={goodsId} known={source} onNext={choose} />}
      {!run && step === 1 && source && (
        <CheckStep
          source={source}
          onBack={() => setStep(0)}
          onStart={(file, form) => void startImport(newImport({ ...source, file }, form), changed)}
        />
      )}
      {run && <RunStep run={run} onClose={close} />}
    </Sheet>
  );
}

const GENDERS = ['unspecified', 'male', 'female'] as const;

type SourceStepProps = {
  goods: readonly AdminGoods[];
  goodsId: string;
  /** The previous choice, when going back. */
  known: ImportSource | null;
  onNext: (source: ImportSource) => void;
};

/** The product, and the accounts as file or pasted text. */
function SourceStep({ goods, goodsId, known, onNext }: SourceStepProps) {
  const { t } = useTranslation('admin');
  const [productId, setProductId] = useState(known?.goods.id ?? goodsId);
  const [gender, setGender] = useState(known?.gender ?? 'unspecified');
  const [note, setNote] = useState(known?.note ?? '');
  const [file, setFile] = useState<File | null>(known?.file instanceof File ? known.file : null);
  const [text, setText] = useState('');
  const product = goods.find(({ id }) => id === productId);
  const isEmpty = file === null && text.trim() === '';
  const next = () => {
    if (!product || isEmpty) return;
    onNext({ goods: product, gender, note, file: file ?? new Blob([text]), name: file?.name ?? '' });
  };
  return (
    <div className={classes.step}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('stock.field.goods')}
          data={goods.map(({ id, name }) => ({ value: id, label: name }))}
          value={productId}
          onChange={({ currentTarget }) => setProductId(currentTarget.value)}
        />
        <NativeSelect
          label={t('stock.field.gender')}
          data={GENDERS.map((value) => ({ value, label: t(`stock.gender.${value}`) }))}
          value={gender}
          onChange={({ currentTarget }) =>
            setGender(GENDERS.find((one) => one === currentTarget.value) ?? 'unspecified')
          }
        />
      </div>
      <FileDrop file={file} onFile={setFile} />
      {file === null && (
        <Textarea
          label={t('stock.import.paste')}
          className={classes.lines}
          rows={7}
          spellCheck={false}
          placeholder={product?.format.columns.join(product.format.separator)}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <TextInput
        label={t('stock.field.note')}
        description={t('stock.import.noteHint')}
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div className={classes.importWizardButtons}>
        <Button disabled={isEmpty || !product} onClick={next}>
          {t('stock.import.next')}
        </Button>
      </div>
    </div>
  );
}

const FIGURES = ['added', 'duplicates', 'rejected'] as const;

/** Progress of the import, and its result. */
function RunStep({ run, onClose }: { run: ImportRun; onClose: () => void }) {
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
      <div className={`${classes.importWizardProgress} figures`}>
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
      <dl className={`${classes.importWizardFigures} figures`} aria-live="polite">
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`stock.field.${name}`)}</dt>
            <dd>{figure(batch?.[name] ?? 0)}</dd>
          </div>
        ))}
        {batch && heldLines(batch) > 0 && (
          <div>
            <dt>{t('stock.field.held')}</dt>
            <dd>{figure(heldLines(batch))}</dd>
          </div>
        )}
        {batch && skippedLines(batch) > 0 && (
          <div>
            <dt>{t('stock.field.passedOver')}</dt>
            <dd>{figure(skippedLines(batch))}</dd>
          </div>
        )}
      </dl>
      <RunWord run={run} />
      {phase === 'done' && batch && <HeldLines batch={batch} />}
      <div className={classes.importWizardButtons}>
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
  if (phase === 'running') return <p className={classes.importWizardQuiet}>{t('stock.import.running')}</p>;
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
