import type { Goods } from '@portside/contract';
import { Skeleton } from '@mantine/core';
import { IconCalendarOff, IconMail, IconShieldCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatPercent, formatUsdt } from '../../lib/format/numbers.ts';
import { formatMicro } from '@portside/contract/wire/money';
import { parsePrices, priceLadder, savedShare } from '@portside/contract/wire/price';
import { useWarrantyAnswerHours } from '../../lib/stored/stored-state.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { GoodsPicture } from './goods-picture.tsx';
import classes from './goods-details.module.css';
import { StockBadge } from './stock-badge.tsx';

type HeadProps = {
  goods: Goods;
  /** Links beside the title. */
  tools: React.ReactNode;
  /** The page has a title of its own. */
  isPart: boolean;
};

/** What a product is: its picture, name, stock and description. */
export function GoodsHead({ goods, tools, isPart }: HeadProps) {
  const Title = isPart ? 'h2' : 'h1';
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.details}>
      <header className={classes.head}>
        <span className={classes.picture}>
          <GoodsPicture goods={goods} isOpened />
        </span>
        <div className={classes.title}>
          <Title>{goods.name}</Title>
          <div className={classes.facts}>
            <StockBadge goods={goods} />
            {goods.sold > 0 && (
              <span className="figures">
                {t('product.sold', { sold: goods.sold.toLocaleString(language) })}
              </span>
            )}
            {tools}
          </div>
        </div>
      </header>
      {goods.description !== '' && <p className={classes.text}>{goods.description}</p>}
    </div>
  );
}

type DetailsProps = {
  goods: Goods;
  /** Days until sold account data is deleted. */
  retentionDays: number;
};

/** What a product costs by quantity, and what its buyer receives. */
export function GoodsDetails({ goods, retentionDays }: DetailsProps) {
  const { t } = useTranslation();
  const answer = useWarrantyAnswerHours();
  const { space } = usePunctuation();
  return (
    <div className={classes.details}>
      <Prices goods={goods} />
      <section>
        <h2>{t('product.receive.title')}</h2>
        <FormatSample goods={goods} />
        <ul className={classes.points}>
          <li>
            <IconCopy size={20} stroke={1.6} aria-hidden />
            {t('product.receive.page')}
            {goods.has_instruction && space + t('product.receive.instruction')}
          </li>
          <li>
            <IconMail size={20} stroke={1.6} aria-hidden />
            {t('product.receive.mail')}
          </li>
          <li>
            <IconShieldCheck size={20} stroke={1.6} aria-hidden />
            {goods.warranty_hours > 0
              ? t('product.receive.warranty', { hours: goods.warranty_hours, answer })
              : t('product.receive.noWarranty')}
          </li>
          <li>
            <IconCalendarOff size={20} stroke={1.6} aria-hidden />
            {t('product.receive.deleted', { days: retentionDays, count: retentionDays })}
          </li>
        </ul>
      </section>
    </div>
  );
}

/** The same before the product is read, with what is known of it. The server fills in what has `data-head`. */
export const GoodsOutline = ({ name, text }: { name: string; text: string }) => (
  <div className={classes.details}>
    <div className={classes.head}>
      <Skeleton className={classes.picture} height={88} width={88} radius="md" />
      <div className={classes.title}>
        <h1 data-head="title">{name}</h1>
        <Skeleton className={classes.facts} height={24} width={160} />
      </div>
    </div>
    <p className={classes.text} data-head="text">
      {text}
    </p>
  </div>
);

/** How a delivered line is made up. */
function FormatSample({ goods: { format } }: { goods: Goods }) {
  const { t } = useTranslation();
  return (
    <figure className={classes.sample}>
      <figcaption>{t('product.receive.format')}</figcaption>
      <code translate="no">
        {format.columns.map((column, index) => (
          <span key={column}>
            {index > 0 && <i>{format.separator === '\t' ? '⇥' : format.separator}</i>}
            {column}
          </span>
        ))}
      </code>
    </figure>
  );
}

/** The unit price from each quantity on, and what it saves. */
function Prices({ goods }: { goods: Goods }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const prices = parsePrices(goods);
  const saved = (tierMicro: bigint): string => {
    const percent = Math.round(100 * savedShare(prices, tierMicro));
    return percent > 0 ? formatPercent(String(-percent), language) : '–';
  };
  return (
    <section>
      <h2>{t('goods.tiers')}</h2>
      <table className={`${classes.prices} figures`}>
        <thead>
          <tr>
            <th scope="col">{t('product.prices.quantity')}</th>
            <th scope="col">{t('product.prices.each')}</th>
            <th scope="col">{t('product.prices.saved')}</th>
          </tr>
        </thead>
        <tbody>
          {priceLadder(prices, goods.min_quantity).map(({ minQuantity, priceMicro }) => (
            <tr key={minQuantity}>
              <td>{t('goods.tier', { quantity: minQuantity.toLocaleString(language) })}</td>
              <td>{formatUsdt(formatMicro(priceMicro), language)} USDT</td>
              <td>{saved(priceMicro)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
