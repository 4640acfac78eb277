import { Stepper, Button, NativeSelect, Textarea, TextInput, Progress } from '@mantine/core';
import type { AdminGoods, StockBatch } from '@portside/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { heldLines, useStockChanged, importProgress } from '../import-progress.ts';
import { CheckStep, UNDECIDED } from './check-step.tsx';
import {
  forgetImport,
  isUnderWay,
  showBatch,
  startImports,
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
import { useUnsaved } from '../../../lib/browser/unsaved.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { RefusedLines } from '../batch-progress.tsx';
import { PutOnSale, WaitingImport } from '../put-on-sale.tsx';
import { HeldLines } from '../held-lines.tsx';
import { NO_PURCHASE, PurchaseFields, shareCost, useReadPurchase } from '../purchase-fields.tsx';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';

const WIDTH_PX = 860;

type ImportWizardProps = {
  goods: readonly AdminGoods[];
  /** Of the product that is chosen at first; empty for none. */
  goodsId: string;
  onClose: () => void;
};

/** Imports accounts in three steps: source, check of the whole file, progress. The import continues after the wizard is closed. */
export default function ImportWizard({ goods, goodsId, onClose }: ImportWizardProps) {
  const { t } = useTranslation('admin');
  const [step, setStep] = useState(0);
  const [source, setSource] = useState<ImportSource | null>(null);
  const [text, setText] = useState('');
  const [purchase, setPurchase] = useState(NO_PURCHASE);
  const [decided, setDecided] = useState(UNDECIDED);
  const changed = useStockChanged();
  const run = useImportRun((state) => state.run);
  const choose = (chosen: ImportSource) => {
    if (!source || !isOfSameLines(source, chosen)) setDecided(UNDECIDED);
    setSource(chosen);
    setStep(1);
  };
  const type = (typed: string) => {
    setText(typed);
    setDecided(UNDECIDED);
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
        {STEPS.map((name) => (
          <Stepper.Step key={name} label={t(`stock.import.step.${name}`)} />
        ))}
      </Stepper>
      {!run && step === 0 && (
        <SourceStep
          {...{ goods, goodsId, text, purchase }}
          known={source}
          onText={type}
          onPurchase={setPurchase}
          onNext={choose}
        />
      )}
      {!run && step === 1 && source && (
        <CheckStep
          source={source}
          goods={goods}
          decided={decided}
          onDecide={(change) => setDecided({ ...decided, ...change })}
          onBack={() => setStep(0)}
          onStart={(file, targets) => {
            const costs = shareCost(
              source.cost ?? null,
              targets.map(({ accounts }) => accounts),
            );
            const jobs = targets.map((one, index) =>
              newImport({ ...source, file, goods: one.goods, cost: costs[index] ?? null }, one.form),
            );
            void startImports(jobs, changed);
          }}
        />
      )}
      {run && <RunStep run={run} goods={goods} onClose={close} />}
    </Sheet>
  );
}

/** Whether what was decided of one still holds for the other; typed lines that change are told by themselves. */
const isOfSameLines = (one: ImportSource, other: ImportSource): boolean =>
  one.goods.id === other.goods.id && (one.file === other.file || (one.name === '' && other.name === ''));

const STEPS = ['source', 'check', 'run'] as const;

const GENDERS = ['unspecified', 'male', 'female'] as const;

type SourceStepProps = {
  goods: readonly AdminGoods[];
  goodsId: string;
  /** The previous choice, when going back. */
  known: ImportSource | null;
  /** Pasted accounts, unless there is a file. */
  text: string;
  onText: (text: string) => void;
  /** Cost, supplier and age, as typed. */
  purchase: typeof NO_PURCHASE;
  onPurchase: (purchase: typeof NO_PURCHASE) => void;
  onNext: (source: ImportSource) => void;
};

/** The product, and the accounts as file or pasted text. */
function SourceStep({ goods, goodsId, known, text, purchase, ...props }: SourceStepProps) {
  const { t } = useTranslation('admin');
  const [productId, setProductId] = useState(known?.goods.id ?? goodsId);
  const [gender, setGender] = useState(known?.gender ?? 'unspecified');
  const [note, setNote] = useState(known?.note ?? '');
  const readPurchase = useReadPurchase();
  const [file, setFile] = useState<File | null>(known?.file instanceof File ? known.file : null);
  useUnsaved(() => (file === null && text.trim() !== '') || note.trim() !== '');
  const product = goods.find(({ id }) => id === productId);
  const isEmpty = file === null && text.trim() === '';
  const next = useThrottledAction(async () => {
    if (!product || isEmpty) return;
    const { cost, supplier_id: supplierId, born_on: bornOn } = await readPurchase(purchase);
    const lines = { file: file ?? new Blob([text]), name: file?.name ?? '' };
    props.onNext({ goods: product, gender, note, ...lines, cost, supplierId, bornOn });
  });
  return (
    <div className={classes.step}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('stock.field.goods')}
          data={[
            ...(product ? [] : [{ value: '', label: t('stock.products.choose') }]),
            ...goods.map(({ id, name }) => ({ value: id, label: name })),
          ]}
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
          onChange={({ currentTarget }) => props.onText(currentTarget.value)}
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
      <PurchaseFields value={purchase} onChange={props.onPurchase} />
      <div className={classes.importWizardButtons}>
        <ThrottledButton disabled={isEmpty || !product} action={next}>
          {t('stock.import.next')}
        </ThrottledButton>
      </div>
    </div>
  );
}

const FIGURES = ['added', 'duplicates', 'rejected'] as const;

type RunStepProps = { run: ImportRun; goods: readonly AdminGoods[]; onClose: () => void };

/** Progress of the import, and its result: of a file for several products, of all of them together and of each. */
function RunStep({ run, goods, onClose }: RunStepProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const { phase, batches } = run;
  const figure = (count: (batch: StockBatch) => number) => sumOf(batches, count).toLocaleString(language);
  const share = sumOf(batches, (batch) => importProgress(batch) ?? 0) / Math.max(1, batches.length);
  const rollBack = async () => {
    for (const { id } of batches) await call('rollBackImport', { params: { id } });
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
      <RunFigures run={run} />
      <RunWord run={run} />
      {batches.map((batch) => (
        <Outcome
          key={batch.id}
          batch={batch}
          goods={goods.find(({ id }) => id === batch.goods_id)}
          isNamed={batches.length > 1}
          isDone={phase === 'done'}
        />
      ))}
      <div className={classes.importWizardButtons}>
        {(phase === 'waiting' || phase === 'refused') && (
          <Button onClick={retryImport}>{t('stock.import.goOn')}</Button>
        )}
        {!isUnderWay(run) && <Button onClick={onClose}>{t('stock.import.close')}</Button>}
        {batches.length > 0 && phase !== 'stopped' && (
          <Allowed to="rollBackImport">
            <ConfirmButton
              variant="subtle"
              color="red"
              question={t('stock.askRollBack', {
                free: figure(({ free, waiting }) => free + waiting),
                sold: figure(({ sold }) => sold),
              })}
              onConfirm={rollBack}
            >
              {t(isUnderWay(run) ? 'stock.import.stop' : 'stock.rollBack')}
            </ConfirmButton>
          </Allowed>
        )}
      </div>
    </div>
  );
}

const sumOf = (batches: readonly StockBatch[], count: (batch: StockBatch) => number): number =>
  batches.reduce((sum, batch) => sum + count(batch), 0);

type OutcomeProps = {
  batch: StockBatch;
  goods: AdminGoods | undefined;
  /** The file is for several products. */
  isNamed: boolean;
  isDone: boolean;
};

/** What became of one product's lines, and what is left to decide. */
function Outcome({ batch, goods, isNamed, isDone }: OutcomeProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const said = FIGURES.map((name) => `${t(`stock.field.${name}`)}: ${batch[name].toLocaleString(language)}`);
  return (
    <>
      {isNamed && (
        <p className={`${classes.importWizardQuiet} figures`}>
          <strong>{goods?.name}</strong> {said.join(' · ')}
        </p>
      )}
      {isDone && <HeldLines batch={batch} onDecided={showBatch} />}
      {isDone && batch.waits_for !== null && <WaitingImport batch={batch} />}
      {isDone && goods && <PutOnSale goods={goods} />}
      {isDone && batch.duplicates + batch.rejected > 0 && (
        <div className={classes.importWizardButtons}>
          <RefusedLines batchId={batch.id} form={batch.file?.form} />
        </div>
      )}
    </>
  );
}

/** What became of the lines so far. */
function RunFigures({ run: { phase, batches } }: { run: ImportRun }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const held = sumOf(batches, heldLines);
  const figures = FIGURES.map((name) => [name, sumOf(batches, (batch) => batch[name])] as const);
  // Each import reads all lines of the file, and passes over those of other products.
  const taken = held + figures.reduce((sum, [, count]) => sum + count, 0);
  const isWhole = phase === 'done' || batches.length === 1;
  const passedOver = isWhole ? Math.max(0, ...batches.map(({ lines }) => lines)) - taken : 0;
  const others = (
    [
      ['held', held],
      ['passedOver', passedOver],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <dl className={`${classes.importWizardFigures} figures`} aria-live="polite">
      {[...figures, ...others].map(([name, count]) => (
        <div key={name}>
          <dt>{t(`stock.field.${name}`)}</dt>
          <dd>{count.toLocaleString(language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Message for the current phase. */
function RunWord({ run: { phase, batches } }: { run: ImportRun }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (phase === 'running') return <p className={classes.importWizardQuiet}>{t('stock.import.running')}</p>;
  if (phase === 'done') {
    const figures = {
      added: sumOf(batches, ({ added }) => added).toLocaleString(language),
      lines: Math.max(0, ...batches.map(({ lines }) => lines)).toLocaleString(language),
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
