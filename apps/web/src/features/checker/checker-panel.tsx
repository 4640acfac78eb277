import { Anchor, Button, MultiSelect, Skeleton, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { CHECK_FIGURES, CHECK_REMEDIES, type Checker, type Data } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { rowsOver, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Allowed, AllowedFields } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { ChecksOfFigure } from './all-checks.tsx';
import classes from './checker.module.css';

const SHEET_PX = 520;

/** For colleagues, as the shop itself writes it. */
const REASON = 'checked: dead';

/** What an endpoint begins with: it looks, and decides nothing. */
const FRESH: Checker = {
  url: '',
  is_on: true,
  per_minute: 60,
  sample_size: 20,
  dead_percent: 20,
  ahead: 0,
  checks_claims: true,
  remedy: 'none',
  limit_days: 30,
  most_per_buyer: 3,
  most_per_product: 20,
  most_per_supplier: 20,
  goods_ids: [],
};

/** The operator's endpoint that says whether accounts work, and what follows from its answers. */
export default function CheckerPanel() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery({
    ...query('readChecker'),
    refetchOnWindowFocus: false,
  });
  const [secret, setSecret] = useState<string | null>(null);
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Panel title={t('checker.title')} className={classes.panel}>
        <p className={classes.lede}>{t('checker.lede')}</p>
        {data ? (
          <>
            {data.checker && <Figures figures={data.figures} />}
            <ChecksOfFigure />
            <DeadOnSale found={data.dead_on_sale} />
            <CheckerForm key={String(data.checker === null)} data={data} onSecret={setSecret} />
          </>
        ) : (
          <Skeleton height={320} />
        )}
      </Panel>
      {secret !== null && <SecretSheet secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

/** The last 24 hours. */
function Figures({ figures }: { figures: Data<'readChecker'>['figures'] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { last_failure: failure } = figures;
  return (
    <>
      <h3 className={classes.heading}>{t('checker.figure.title')}</h3>
      <div className={classes.tiles}>
        {CHECK_FIGURES.map((name) => (
          <StatTile
            key={name}
            label={t(`checker.figure.${name}`)}
            value={figures[name].toLocaleString(language)}
            to={`/admin/config?tab=checker&figure=${name}`}
          />
        ))}
      </div>
      {failure && (
        <Callout tone="warn" title={t(`checker.failure.${failure.why}`)}>
          {t('checker.failedAt', { at: formatDateTime(failure.at, language) })}
        </Callout>
      )}
    </>
  );
}

/** Too many were dead at once: whether they are withdrawn is for a person. */
function DeadOnSale({ found }: { found: Data<'readChecker'>['dead_on_sale'] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const client = useQueryClient();
  const { data: goods = [] } = useQuery({
    ...everyPage('listAllGoods'),
    select: itemsOf,
    enabled: found.length > 0,
  });
  const nameOf = (id: string) => goods.find((one) => one.id === id)?.name ?? id;
  const count = found.reduce((sum, { item_ids: ids }) => sum + ids.length, 0);
  if (count === 0) return null;
  const number = count.toLocaleString(language);
  return (
    <div className={classes.left}>
      <Callout tone="warn" title={t('checker.left.title', { number })}>
        {t('checker.left.text')}
        <ul>
          {found.map(({ goods_id: id, item_ids: ids }) => (
            <li key={id}>
              <Anchor component={Link} inherit to={`/admin/goods?tab=stock&goods_id=${id}`}>
                {nameOf(id)}
              </Anchor>
              : {ids.length.toLocaleString(language)}
            </li>
          ))}
        </ul>
        <Allowed to="withdrawStock">
          <ConfirmButton
            size="xs"
            mt="xs"
            display="block"
            question={t('checker.left.ask', { number })}
            onConfirm={async () => {
              for (const one of found) await call('withdrawStock', { body: { ...one, reason: REASON } });
              await client.invalidateQueries({ queryKey: queryKey('readChecker') });
            }}
          >
            {t('checker.left.withdraw')}
          </ConfirmButton>
        </Allowed>
      </Callout>
    </div>
  );
}

type FormProps = { data: Data<'readChecker'>; onSecret: (secret: string) => void };

function CheckerForm({ data, onSecret }: FormProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<Checker>({
    initialValues: data.checker ?? { ...FRESH, url: data.sandbox_checker ?? '' },
  });
  const send = useFormCall(form);
  const save = useThrottledAction(async () => {
    const { checker: now } = await call('readChecker');
    const [shown, typed] = [form.getInitialValues(), form.values];
    const values = now
      ? { ...typedOver(form, now), goods_ids: rowsOver(shown.goods_ids, typed.goods_ids, now.goods_ids) }
      : typed;
    const { checker, secret } = await send('setChecker', { body: { ...values, url: values.url.trim() } });
    form.setValues(checker);
    form.resetDirty(checker);
    if (secret === null) toastSuccess('checker', t('checker.saved'));
    else onSecret(secret);
    await client.invalidateQueries({ queryKey: queryKey('readChecker') });
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="setChecker">
        <Endpoint form={form} />
        <Imports form={form} />
        <Claims form={form} />
        <div className={classes.buttons}>
          <ThrottledButton type="submit" action={save}>
            {t('checker.save')}
          </ThrottledButton>
          {data.checker && <Test isSaved={!form.isDirty('url')} />}
          {data.checker && <Rotate onSecret={onSecret} />}
        </div>
      </AllowedFields>
    </form>
  );
}

type Section = { form: UseFormReturnType<Checker> };

const LIMITS = ['most_per_buyer', 'most_per_product', 'most_per_supplier', 'limit_days'] as const;
type Limit = (typeof LIMITS)[number];

function useField({ form }: Section) {
  const { t } = useTranslation('admin');
  return (name: Exclude<keyof Checker, Limit | 'is_on' | 'checks_claims' | 'remedy'>) => ({
    label: t(`checker.field.${name}`),
    description: t(`checker.hint.${name}`),
    ...form.getInputProps(name),
  });
}

function Endpoint({ form }: Section) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  const { data: goods = [] } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  return (
    <fieldset className={classes.group}>
      <legend>{t('checker.group.endpoint')}</legend>
      <div className={classes.fields}>
        <TextInput
          {...field('url')}
          type="url"
          maxLength={500}
          autoComplete="off"
          placeholder="https://"
          className={classes.wide}
        />
        <MultiSelect
          {...field('goods_ids')}
          data={goods.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          className={classes.wide}
        />
        <WholeField {...field('per_minute')} />
      </div>
      <Switch label={t('checker.on')} {...form.getInputProps('is_on', { type: 'checkbox' })} />
    </fieldset>
  );
}

function Imports({ form }: Section) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  return (
    <fieldset className={classes.group}>
      <legend>{t('checker.group.imports')}</legend>
      <div className={classes.fields}>
        <WholeField {...field('sample_size')} />
        <WholeField {...field('dead_percent')} />
        <WholeField {...field('ahead')} />
      </div>
    </fieldset>
  );
}

function Claims({ form }: Section) {
  const { t } = useTranslation('admin');
  const { checks_claims: isChecked, remedy } = form.values;
  return (
    <fieldset className={classes.group}>
      <legend>{t('checker.group.claims')}</legend>
      <Switch label={t('checker.onClaims')} {...form.getInputProps('checks_claims', { type: 'checkbox' })} />
      {isChecked && (
        <>
          <p className={classes.label}>{t('checker.remedy.label')}</p>
          <ChoiceRow
            aria-label={t('checker.remedy.label')}
            data={CHECK_REMEDIES.map((value) => ({ value, label: t(`checker.remedy.${value}`) }))}
            value={remedy}
            onChange={(value) => form.setFieldValue('remedy', value)}
          />
        </>
      )}
      {isChecked && remedy !== 'none' && (
        <>
          <p className={classes.hint}>{t('checker.limits')}</p>
          <div className={classes.limits}>
            {LIMITS.map((name) => (
              <WholeField key={name} label={t(`checker.field.${name}`)} {...form.getInputProps(name)} />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

/** Asks the saved address: one that is still being typed is saved first. */
function Test({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [answer, setAnswer] = useState<Data<'testChecker'> | null>(null);
  const test = useThrottledAction(async () => {
    setAnswer(null);
    setAnswer(await call('testChecker'));
  });
  return (
    <>
      <Allowed to="testChecker">
        <ThrottledButton variant="default" action={test} disabled={!isSaved}>
          {t('checker.test')}
        </ThrottledButton>
      </Allowed>
      <span aria-live="polite" className={classes.answer}>
        {!isSaved && t('checker.saveFirst')}
        {isSaved &&
          answer &&
          (answer.failure
            ? t(`checker.failure.${answer.failure}`)
            : t('checker.tested', {
                result: t(`checker.result.${answer.result}`),
                ms: answer.took_ms.toLocaleString(language),
              }))}
      </span>
    </>
  );
}

function Rotate({ onSecret }: Pick<FormProps, 'onSecret'>) {
  const { t } = useTranslation('admin');
  return (
    <ConfirmButton
      variant="subtle"
      confirmColor="blue"
      question={t('checker.rotateAsk')}
      onConfirm={async () => onSecret((await call('rotateCheckerSecret')).secret)}
    >
      {t('checker.rotate')}
    </ConfirmButton>
  );
}

/** The only time that it is shown. */
function SecretSheet({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Sheet title={t('checker.secret')} size={SHEET_PX} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.lede}>{t('checker.secretHint')}</p>
        <code translate="no" className={classes.secret}>
          {secret}
        </code>
        <div className={classes.buttons}>
          <CopyButton text={secret} label={t('checker.copySecret')} />
          <Button size="xs" onClick={onClose}>
            {t('checker.secretDone')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
