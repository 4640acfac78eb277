import { Button, Skeleton, Input, TagsInput, TextInput } from '@mantine/core';
import type { DeliveryFormat } from '@portside/contract';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { everyPage } from '../../../lib/api/every-page.ts';
import { queryKey, itemsOf } from '../../../lib/api/query.ts';
import { useUnsaved } from '../../../lib/browser/unsaved.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './delivery.module.css';
import { useDeliveryFormat } from './use-accounts.ts';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { formatAccounts } from '@portside/accounts/format-accounts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import {
  isSeparator,
  toDeliveryFormat,
  toFormatValues,
  usualSeparator,
  type FileType,
  type FormatValues,
} from './delivery-format-values.ts';
import { ChoiceRow, Toggle } from '../../../ui/fields/choice-row.tsx';
import { showStored, typedOver } from '../../../ui/fields/use-form-call.ts';

const PLACE = 'delivery-format';

/** How this buyer wants accounts on the page, as a file and by e-mail. */
export default function DeliveryFormatPanel() {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const format = useDeliveryFormat();
  const place = useRef<HTMLDivElement>(null);
  const isLoaded = format !== undefined;
  useEffect(() => {
    // It loads after the page, so the browser did not find it.
    if (isLoaded && window.location.hash === `#${PLACE}`) place.current?.scrollIntoView();
  }, [isLoaded]);
  const keep = (saved: DeliveryFormat | null): void => {
    client.setQueryData(queryKey('readDeliveryFormat', {}), saved);
    // It counts the values that hold the format's separator.
    void client.invalidateQueries({ queryKey: queryKey('surveyAccounts') });
  };
  const remove = useThrottledAction(async () => {
    await call('deleteDeliveryFormat');
    keep(null);
    toastSuccess('deliveryFormat', t('delivery.format.removed'));
  });
  return (
    <div id={PLACE} ref={place} className={classes.place}>
      <Panel
        title={t('delivery.format.title')}
        aside={
          isLoaded && (
            <StatusBadge tone={format ? 'good' : 'neutral'}>
              {t(format ? 'delivery.format.own' : 'delivery.format.imported')}
            </StatusBadge>
          )
        }
      >
        <p className={classes.lede}>{t('delivery.format.lede')}</p>
        {isLoaded ? (
          <DeliveryFormatForm format={format} onSaved={keep}>
            {format && (
              <Button variant="default" loading={remove.isRunning} onClick={() => void remove.run()}>
                {t('delivery.format.remove')}
              </Button>
            )}
          </DeliveryFormatForm>
        ) : (
          <Skeleton height={240} />
        )}
      </Panel>
    </div>
  );
}

type Props = {
  format: DeliveryFormat | null;
  onSaved: (format: DeliveryFormat) => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** Columns, separator and type of the delivered files, with two lines as they will look. */
function DeliveryFormatForm({ format, onSaved, children }: Props) {
  const { t } = useTranslation('service');
  const names = useColumnNames();
  const form = useForm<FormatValues>({
    initialValues: toFormatValues(format),
    validateInputOnChange: ['separator'],
    validate: {
      separator: (_, values) =>
        isSeparator(values)
          ? null
          : t(values.fileType === 'csv' ? 'delivery.format.oneCharacter' : 'delivery.format.characters'),
    },
  });
  useUnsaved(() => form.isDirty());
  const follow = useEffectEvent((stored: FormatValues): void => {
    const typed = typedOver(form, stored);
    form.setInitialValues(stored);
    form.setValues(typed);
  });
  // Another tab may have saved one: what was typed here stays.
  useEffect(() => follow(toFormatValues(format)), [format]);
  const save = useThrottledAction(async (values: FormatValues) => {
    const saved = await call('replaceDeliveryFormat', { body: toDeliveryFormat(values) });
    showStored(form, toFormatValues(saved));
    onSaved(saved);
    toastSuccess('deliveryFormat', t('delivery.format.saved'));
  });
  const { values } = form;
  return (
    <form className={classes.deliveryFormatPanelForm} onSubmit={form.onSubmit(save.run)} noValidate>
      <TagsInput
        label={t('delivery.format.columns')}
        description={t('delivery.format.columnsHint')}
        placeholder={values.columns.length === 0 ? t('delivery.format.allColumns') : undefined}
        data={names}
        maxTags={20}
        maxLength={40}
        {...form.getInputProps('columns')}
      />
      <FileFields form={form} />
      <Sample values={values} names={names} />
      <div className={classes.buttons}>
        <ThrottledButton type="submit" action={save}>
          {t('delivery.format.save')}
        </ThrottledButton>
        {children}
      </div>
    </form>
  );
}

/** Type of the file, what is between its values, and whether it names the columns. */
function FileFields({ form }: { form: UseFormReturnType<FormatValues> }) {
  const { t } = useTranslation('service');
  const { fileType } = form.values;
  const changeType = (chosen: FileType): void =>
    form.setValues({ fileType: chosen, separator: usualSeparator(chosen), hasHeader: chosen === 'csv' });
  return (
    <>
      <Input.Wrapper label={t('delivery.format.fileType')} labelElement="div">
        <ChoiceRow
          fullWidth
          aria-label={t('delivery.format.fileType')}
          value={fileType}
          onChange={changeType}
          data={[
            { value: 'txt', label: 'TXT' },
            { value: 'csv', label: 'CSV' },
            { value: 'jsonl', label: t('delivery.format.jsonLines') },
          ]}
        />
      </Input.Wrapper>
      {fileType === 'csv' && <p className={classes.fileHint}>{t('delivery.format.csvMark')}</p>}
      {fileType !== 'jsonl' && (
        <>
          <TextInput
            className={classes.separator}
            label={t('delivery.format.separator')}
            description={t('delivery.format.separatorHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={16}
            {...form.getInputProps('separator')}
          />
          <Toggle
            label={t('delivery.format.header')}
            checked={form.values.hasHeader}
            onChange={(hasHeader) => form.setFieldValue('hasHeader', hasHeader)}
          />
        </>
      )}
    </>
  );
}

/** The columns of the products on sale, to choose from; others can be typed. */
function useColumnNames(): string[] {
  const { data = [] } = useQuery({ ...everyPage('listGoods'), select: itemsOf });
  return [...new Set(data.flatMap(({ format }) => format.columns))];
}

const MOST_SAMPLE_COLUMNS = 4;

/** Made-up accounts, so that the format can be seen before it is saved. */
function Sample({ values, names }: { values: FormatValues; names: readonly string[] }) {
  const { t } = useTranslation('service');
  if (!isSeparator(values)) return null;
  const columns = [...new Set([...names.slice(0, MOST_SAMPLE_COLUMNS), ...values.columns])];
  const accounts = [1, 2].map((line) => ({
    text: '',
    fields: columns.map((name) => ({ name, value: `${name}-${line}` })),
  }));
  return (
    <div>
      <p className={classes.deliveryFormatPanelLabel}>{t('delivery.format.sample')}</p>
      {/* Focusable, so that a keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre translate="no" className={classes.sample} tabIndex={0} data-testid="format-sample">
        {formatAccounts(accounts, toDeliveryFormat(values)).join('\n')}
      </pre>
    </div>
  );
}
