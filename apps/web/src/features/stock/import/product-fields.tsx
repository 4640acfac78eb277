import { NativeSelect } from '@mantine/core';
import type { Survey } from '@portside/accounts/findings';
import type { AdminGoods } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import stockClasses from '../stock.module.css';
import classes from './check.module.css';
import {
  columnsToChoose,
  createGuess,
  HELD,
  likelyColumn,
  productsFor,
  targetsOf,
  valuesOfProducts,
  type ImportTarget,
  type ProductChoice,
  type ValueOfProduct,
} from './import-products.ts';
import type { ImportSource } from './import-run.ts';

/** Where the rows of a file go. */
type ProductSplit = {
  /** The products to choose among; none where the file can only be one product's. */
  readonly products: readonly AdminGoods[];
  readonly column: number | null | undefined;
  /** The column that is probably meant. */
  readonly likely: number | null;
  readonly values: readonly ValueOfProduct[];
  /** Questions without an answer. */
  readonly left: number;
  readonly targets: readonly ImportTarget[];
};

/** What follows from the survey of a file and what was chosen. */
export function useProductSplit(
  { goods: product }: ImportSource,
  goods: readonly AdminGoods[],
  survey: Survey | null,
  choice: ProductChoice,
): ProductSplit {
  const products = productsFor(product, goods);
  const { data: attributes = [] } = useQuery({
    ...query('listAllAttributes', {}, { isQuiet: true }),
    select: itemsOf,
    enabled: products.length > 0,
  });
  const none = { products: [], column: null, likely: null, values: [], left: 0 };
  if (!survey) return { ...none, targets: [] };
  const { columnValues, form, sellable } = survey;
  const whole = sellable > 0 ? [{ goods: product, form, accounts: sellable }] : [];
  if (products.length === 0 || columnsToChoose(columnValues).length === 0) return { ...none, targets: whole };
  const guess = createGuess(product, products, attributes);
  const { column } = choice;
  const likely = likelyColumn(columnValues, guess);
  const found = typeof column === 'number' ? columnValues[column] : null;
  if (typeof column !== 'number' || !found) {
    const isAsked = column !== null && likely !== null;
    const asked = { column: isAsked ? undefined : null, left: isAsked ? 1 : 0 };
    return { ...none, products, likely, ...asked, targets: whole };
  }
  const values = valuesOfProducts(found, choice.picks, guess);
  const left = values.filter(({ goodsId }) => goodsId === null).length;
  return { products, column, likely, values, left, targets: targetsOf(form, column, values, products) };
}

type Props = {
  product: AdminGoods;
  survey: Survey;
  split: ProductSplit;
  choice: ProductChoice;
  onChoose: (choice: ProductChoice) => void;
};

/** Which column of a table says whose product a row is, and the product that each of its values means. */
export function ProductFields({ product, survey, split, choice, onChoose }: Props) {
  const { t } = useTranslation('admin');
  const { pair } = usePunctuation();
  const { products, column, likely, values } = split;
  if (products.length === 0) return null;
  const names = survey.form.heading ?? survey.sample;
  const columns = columnsToChoose(survey.columnValues).map((index) => {
    const label = pair(String(index + 1), (names[index] ?? '').slice(0, 24));
    const isLikely = index === likely;
    return { value: String(index), label: isLikely ? `${label} · ${t('stock.check.suggested')}` : label };
  });
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('stock.products.title')}</h3>
      <NativeSelect
        label={t('stock.products.column')}
        description={t('stock.products.hint')}
        data={[
          ...(column === undefined ? [{ value: 'ask', label: t('stock.products.choose') }] : []),
          { value: 'none', label: t('stock.products.one', { name: product.name }) },
          ...columns,
        ]}
        value={column === undefined ? 'ask' : column === null ? 'none' : String(column)}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ column: value === 'none' ? null : Number(value), picks: new Map() })
        }
      />
      {values.length > 0 && (
        <ValueTable
          values={values}
          products={products}
          onPick={(value, goodsId) =>
            onChoose({ ...choice, picks: new Map(choice.picks).set(value, goodsId) })
          }
        />
      )}
    </section>
  );
}

type TableProps = {
  values: readonly ValueOfProduct[];
  products: readonly AdminGoods[];
  onPick: (value: string, goodsId: string) => void;
};

/** The values of the column, with their accounts and product. */
function ValueTable({ values, products, onPick }: TableProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <div className={stockClasses.preview}>
      <table aria-label={t('stock.products.title')}>
        <thead>
          <tr>
            <th>{t('stock.products.value')}</th>
            <th>{t('stock.products.accounts')}</th>
            <th>{t('stock.field.goods')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ value, count, goodsId }) => (
            <tr key={value}>
              <td>{value === '' ? t('stock.products.empty') : <code translate="no">{value}</code>}</td>
              <td className="figures">{count.toLocaleString(language)}</td>
              <td>
                {value === '' ? (
                  t('stock.products.held')
                ) : (
                  <NativeSelect
                    aria-label={t('stock.products.productOf', { value })}
                    data={[
                      ...(goodsId === null ? [{ value: '', label: t('stock.products.choose') }] : []),
                      ...products.map(({ id, name }) => ({ value: id, label: name })),
                      { value: HELD, label: t('stock.products.held') },
                    ]}
                    value={goodsId ?? ''}
                    onChange={({ currentTarget }) => onPick(value, currentTarget.value)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
