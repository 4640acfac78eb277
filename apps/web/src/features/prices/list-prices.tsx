import { ActionIcon, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Data, DecimalSign, PriceListKind } from '@portside/contract';
import { IconX } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { AmountQuestion } from '../../ui/fields/amount-question.tsx';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import { TableFile, type TableFault } from '../../ui/fields/table-file.tsx';
import { fieldFaultsOf } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import classes from './prices.module.css';

export type PriceRow = { goods: string; name: string; from: number | string; price: string };

/** Of the form of a price list. */
export type ListValues = {
  name: string;
  kind: PriceListKind;
  level: string;
  username: string;
  starts: string;
  ends: string;
  isOn: boolean;
  prices: PriceRow[];
};

type Props = { form: UseFormReturnType<ListValues> };

/** More fields than these make a page slow; the others are changed in the file. */
const MOST_DRAWN = 100;

/** The prices of a list as a table, or from a file. */
export function ListPrices({ form }: Props) {
  const { t } = useTranslation('admin');
  const { prices } = form.values;
  const more = prices.length - MOST_DRAWN;
  return (
    <section className={classes.prices} aria-label={t('prices.prices.title')}>
      <h3 className={classes.heading}>{t('prices.prices.title')}</h3>
      {prices.slice(0, MOST_DRAWN).map(({ goods, name }, index) => (
        // The same product may have several prices: the index is a row's identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${goods} ${index}`} className={classes.price}>
          <span>{name}</span>
          <WholeField
            aria-label={t('prices.prices.from', { name })}
            leftSection="≥"
            {...form.getInputProps(`prices.${index}.from`)}
          />
          <AmountField
            aria-label={t('prices.prices.price', { name })}
            {...form.getInputProps(`prices.${index}.price`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('prices.prices.remove', { name })}
            onClick={() => form.removeListItem('prices', index)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {more > 0 && <p className={classes.quiet}>{t('prices.prices.more', { count: more })}</p>}
      {form.errors['prices'] && (
        <p role="alert" className={classes.problem}>
          {form.errors['prices']}
        </p>
      )}
      <AddProduct onAdd={(row) => form.setFieldValue('prices', [...prices, row])} />
      <PriceFile onRead={(rows) => form.setFieldValue('prices', rows)} />
    </section>
  );
}

const PAUSE_MS = 300;
const SHOWN = 50;

/** Adds a product; once more for a tier of its own. */
function AddProduct({ onAdd }: { onAdd: (row: PriceRow) => void }) {
  const { t, language } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data: goods = [] } = useQuery({
    ...query('listAllGoods', { query: { limit: SHOWN, ...(q && { q }) } }, { isQuiet: true }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
  const add = (id: string | null) => {
    const found = goods.find((one) => one.id === id);
    if (found) onAdd({ goods: found.id, name: found.name, from: 1, price: '' });
    setTyped('');
  };
  return (
    <Select
      label={t('prices.prices.add')}
      placeholder={t('prices.prices.search')}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('table.nothingFound')}
      data={goods.map(({ id, name, price }) => ({
        value: id,
        label: `${name} · ${formatUsdt(price, language)} USDT`,
      }))}
      // The server also finds words of descriptions.
      filter={({ options }) => options}
      onChange={add}
    />
  );
}

type Read = Data<'previewPriceFile'>;
type Fault = TableFault | 'twoColumns';

/** Replaces the prices by those of a file; with a wrong line it takes none, and names each. */
function PriceFile({ onRead }: { onRead: (rows: PriceRow[]) => void }) {
  const { t } = useTranslation('admin');
  const [read, setRead] = useState<(Read & { text: string; sign: DecimalSign | undefined }) | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const restart = () => {
    setRead(null);
    setFault(null);
  };
  const preview = async (text: string, sign?: DecimalSign) => {
    const body = { text, ...(sign && { decimal_sign: sign }) };
    try {
      const found = await call('previewPriceFile', { body }, { quietFor: ['invalidFormat'] });
      setRead({ ...found, text, sign });
      if (found.prices.length > 0) onRead(found.prices.map(toPriceRow));
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'invalidFormat') setFault(faultOf(error));
    }
  };
  return (
    <>
      <div className={classes.buttons}>
        <TableFile onChoose={restart} onText={preview} onFault={setFault}>
          {t('prices.file.choose')}
        </TableFile>
        <p className={classes.quiet}>{t('prices.file.columns')}</p>
      </div>
      {fault && (
        <p role="alert" className={classes.problem}>
          {t(`prices.file.${fault}`)}
        </p>
      )}
      {read?.question && (
        <AmountQuestion
          question={read.question}
          answer={read.sign}
          onAnswer={(sign) => void preview(read.text, sign)}
        />
      )}
      {read && read.problems.length > 0 && <Problems problems={read.problems} />}
    </>
  );
}

const FAULTS: Partial<Record<string, Fault>> = { long: 'tooLong', twice: 'twoColumns' };

const faultOf = (error: ApiError): Fault => FAULTS[fieldFaultsOf(error)[0]?.fault ?? ''] ?? 'notTable';

const toPriceRow = ({
  goods_id: goods,
  name,
  min_quantity: from,
  price,
}: Read['prices'][number]): PriceRow => ({
  goods,
  name,
  from,
  price,
});

function Problems({ problems }: Pick<Read, 'problems'>) {
  const { t } = useTranslation('admin');
  return (
    <div role="alert">
      <p className={classes.problem}>{t('prices.file.refused')}</p>
      <ul className={classes.problems}>
        {problems.map(({ line, problem, value }) => (
          <li key={`${line} ${problem}`}>
            {t('prices.file.line', { line, problem: t(`prices.file.problem.${problem}`), value })}
          </li>
        ))}
      </ul>
    </div>
  );
}
