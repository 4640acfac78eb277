import {
  Checkbox,
  Skeleton,
  Textarea,
  TextInput,
  ActionIcon,
  Button,
  NativeSelect,
  TagsInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { costNote, risesWithQuantity, type GoodsValues } from './goods-values.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './goods-form.module.css';
import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { AmountField } from '../../../ui/fields/decimal-field.tsx';
import type { AdminCategory, Gender } from '@portside/contract';

/** The editor is larger than the rest of the page, so it loads lazily. */
const RichTextField = lazy(() => import('../../../ui/fields/rich-text-field.tsx'));

type GoodsFormPart = { form: UseFormReturnType<GoodsValues> };

/** Name, description and instruction per language. Readers of a missing language get English, or any other. */
export function GoodsTexts({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const { names, descriptions, instructions } = form.values;
  return (
    <>
      <LanguageTabs label={t('goods.languages')} isWritten={(language) => names[language].trim() !== ''}>
        {(language) => (
          <>
            <TextInput
              label={t('goods.field.name')}
              maxLength={120}
              autoComplete="off"
              value={names[language]}
              error={form.errors['names']}
              onChange={({ currentTarget }) => form.setFieldValue(`names.${language}`, currentTarget.value)}
            />
            <Textarea
              label={t('goods.field.description')}
              autosize
              minRows={3}
              maxRows={12}
              maxLength={4_000}
              value={descriptions[language]}
              error={form.errors['descriptions']}
              onChange={({ currentTarget }) =>
                form.setFieldValue(`descriptions.${language}`, currentTarget.value)
              }
            />
            <Suspense fallback={<Skeleton height={220} />}>
              <RichTextField
                label={t('goods.field.instruction')}
                description={t('goods.hint.instruction')}
                error={form.errors['instructions']}
                html={instructions[language]}
                onChange={(html) => form.setFieldValue(`instructions.${language}`, html)}
              />
            </Suspense>
          </>
        )}
      </LanguageTabs>
      <Checkbox
        label={t('goods.field.instructionInMail')}
        {...form.getInputProps('isInstructionMailed', { type: 'checkbox' })}
      />
    </>
  );
}

const MOST_TIERS = 20;

/** The unit price, and lower prices from larger quantities; `cost` is what an account cost, null where unknown. */
export function PriceFields({ form, cost }: GoodsFormPart & { cost: string | null }) {
  const { t, language } = useTranslation('admin');
  const note = cost && costNote(form.values, cost);
  const { tiers } = form.values;
  const problem = form.errors['tiers'];
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.group.price')}</legend>
      <AmountField
        label={t('goods.field.price')}
        className={classes.short}
        {...form.getInputProps('price')}
      />
      {tiers.map((_, index) => (
        // Tiers have no ids: their index is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <TierRow key={index} form={form} index={index}>
          <AmountField
            aria-label={t('goods.tier.price', { number: index + 1 })}
            {...form.getInputProps(`tiers.${index}.price`)}
          />
        </TierRow>
      ))}
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : (
        risesWithQuantity(form.values) && (
          <p aria-live="polite" className={classes.warning}>
            {t('goods.tier.dearer')}
          </p>
        )
      )}
      {tiers.length < MOST_TIERS && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem('tiers', { quantity: '', price: '' })}
        >
          {t('goods.tier.add')}
        </Button>
      )}
      <AmountField
        label={t('goods.field.floor')}
        description={t('goods.hint.floor')}
        className={classes.short}
        {...form.getInputProps('floor')}
      />
      {note && (
        <p aria-live="polite" className={note === 'above' ? classes.warning : classes.quiet}>
          {t(`goods.cost.${note}`, { cost: formatUsdt(cost, language) })}
        </p>
      )}
    </fieldset>
  );
}

const GENDERS: readonly Gender[] = ['random', 'male', 'female'];

/** Category, sort order, quantity limits, genders and warranty. */
export function SaleFields({ form, categories }: GoodsFormPart & { categories: readonly AdminCategory[] }) {
  const { t } = useTranslation('admin');
  const count = (name: 'min' | 'max' | 'warranty' | 'sort') => (
    <WholeField
      label={t(`goods.field.${name}`)}
      description={t(`goods.hint.${name}`)}
      {...form.getInputProps(name)}
    />
  );
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.group.sale')}</legend>
      <div className={classes.pair}>
        <NativeSelect
          label={t('goods.field.category')}
          description={t('goods.hint.category')}
          data={categories.map(({ id, name, parent }) => ({
            value: id,
            label: parent ? `${parent.name} / ${name}` : name,
          }))}
          {...form.getInputProps('category')}
        />
        {count('sort')}
        {count('min')}
        {count('max')}
        {count('warranty')}
        <Checkbox.Group label={t('goods.field.genders')} {...form.getInputProps('genders')}>
          <div className={classes.genders}>
            {GENDERS.map((gender) => (
              <Checkbox key={gender} value={gender} label={t(`goods.gender.${gender}`)} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
    </fieldset>
  );
}

/**
 * How an account's line is split into columns for display, and how delivered files are named. The line itself never
 * changes.
 */
export function FormatFields({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const { separator, columns } = form.values;
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.group.format')}</legend>
      <div className={classes.format}>
        <TextInput
          label={t('goods.field.separator')}
          description={t('goods.hint.separator')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('separator')}
        />
        <TagsInput
          label={t('goods.field.columns')}
          description={t('goods.hint.columns')}
          maxTags={20}
          {...form.getInputProps('columns')}
        />
      </div>
      <p className={classes.line}>
        <code translate="no">{columns.join(separator)}</code>
      </p>
      <TextInput
        label={t('goods.field.fileName')}
        description={t('goods.hint.fileName')}
        placeholder="{product} {order_no}"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        {...form.getInputProps('fileName')}
      />
    </fieldset>
  );
}

type TierRowProps = {
  form: { getInputProps(path: string): object; removeListItem(path: string, index: number): void };
  index: number;
  /** What such a quantity costs. */
  children: ReactNode;
};

/** One tier of a form with `tiers`: from which quantity on, its price, and the way to remove it. */
export function TierRow({ form, index, children }: TierRowProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.tier}>
      <WholeField
        aria-label={t('goods.tier.from', { number: index + 1 })}
        leftSection="≥"
        {...form.getInputProps(`tiers.${index}.quantity`)}
      />
      {children}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('goods.tier.remove', { number: index + 1 })}
        onClick={() => form.removeListItem('tiers', index)}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
