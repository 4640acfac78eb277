import { Anchor } from '@mantine/core';
import type { PriceListKind, TableFormat } from '@portside/contract';
import { Link } from 'wouter';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { showDecimals } from '../../lib/format/typed-numbers.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './proposals.module.css';

/** A product's prices and floor, before and after. */
export function GoodsPricesTerms({ terms }: { terms: Terms }) {
  const { t, language } = useTranslation('admin');
  const change = (name: string, term: 'price' | 'tiers' | 'floor') => {
    const [before, after] = [textOf(terms, `former_${term}`), textOf(terms, term)].map((text) =>
      showDecimals(text, language),
    );
    return before !== after && <ChangeFact name={name} before={before || '–'} after={after || '–'} />;
  };
  return (
    <dl className={classes.terms}>
      <Fact name={t('approvals.product')}>
        <Anchor component={Link} inherit to={`/admin/goods?open=${textOf(terms, 'goods_id')}`}>
          {textOf(terms, 'name')}
        </Anchor>
      </Fact>
      {change(t('goods.field.price'), 'price')}
      {change(t('goods.field.tiers'), 'tiers')}
      {change(t('goods.field.floor'), 'floor')}
      {textOf(terms, 'min_quantity') !== '' && (
        <ChangeFact
          name={t('goods.field.min')}
          before={textOf(terms, 'former_min_quantity') || null}
          after={textOf(terms, 'min_quantity')}
        />
      )}
      {textOf(terms, 'cost') !== '' && (
        <Fact name={t('goods.field.cost')}>{showDecimals(textOf(terms, 'cost'), language)}</Fact>
      )}
    </dl>
  );
}

type ChangeProps = {
  name: string;
  /** Null where there was nothing. */
  before: string | null;
  after: string;
};

const ChangeFact = ({ name, before, after }: ChangeProps) => (
  <Fact name={name}>
    {before !== null && before !== after && `${before} → `}
    <strong>{after}</strong>
  </Fact>
);

/** A price list with prices below the floor of products: whose, when, and what it was before. All prices are a file. */
export function PriceListTerms({ terms }: { terms: Terms }) {
  const { t, language } = useTranslation('admin');
  const isNew = terms['list'] === null;
  const at = (time: string): string => (time === '' ? t('approvals.noEnd') : formatDateTime(time, language));
  const change = (term: string, shown: (value: string) => string) => ({
    before: isNew ? null : shown(textOf(terms, `former_${term}`)),
    after: shown(textOf(terms, term)),
  });
  const count = (value: string): string => Number(value).toLocaleString(language);
  const isOn = (value: string): string => t(`prices.coupons.is.${value === 'true' ? 'on' : 'off'}`);
  const params = { content: textOf(terms, 'content') };
  const save = (format: TableFormat) =>
    downloadFile('exportProposedPrices', { params, query: { format } }, `proposed-prices.${format}`);
  return (
    <>
      <dl className={classes.terms}>
        <ChangeFact name={t('prices.field.name')} {...change('name', (name) => name)} />
        <Fact name={t('prices.field.for')}>
          <strong>
            <OwnerName kind={textOf(terms, 'kind') as PriceListKind} name={textOf(terms, 'owner')} />
          </strong>
        </Fact>
        <ChangeFact name={t('prices.field.starts')} {...change('starts_at', at)} />
        <ChangeFact name={t('prices.field.ends')} {...change('ends_at', at)} />
        <ChangeFact name={t('prices.field.state')} {...change('is_on', isOn)} />
        <ChangeFact name={t('prices.prices.title')} {...change('prices', count)} />
        <Fact name={t('approvals.belowFloor')}>
          <strong>{count(textOf(terms, 'products'))}</strong>
        </Fact>
        <Fact name={t('approvals.lowestAndFloor')}>{showDecimals(textOf(terms, 'below'), language)}</Fact>
      </dl>
      <ExportButton of="exportProposedPrices" onExport={save} />
    </>
  );
}

function OwnerName({ kind, name }: { kind: PriceListKind; name: string }) {
  const { t } = useTranslation('admin');
  if (kind === 'promotion') return t('goods.rules.visible.everybody');
  return (
    <>
      {t(`prices.lists.${kind}`)}: {name}
    </>
  );
}
