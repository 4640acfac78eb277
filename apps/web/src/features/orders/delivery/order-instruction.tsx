import { useQuery } from '@tanstack/react-query';
import { IconBook2 } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { RichText } from '../../../ui/data/rich-text.tsx';
import classes from './delivery.module.css';

/** What the shop says about using the accounts of an order; nothing where it says nothing. */
export default function OrderInstruction({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('service');
  const request = { params: { order_no: orderNo } };
  const { data } = useQuery(query('readInstruction', request, { isQuiet: true }));
  if (!data || data.instruction === '') return null;
  return (
    <section className={classes.instruction}>
      <h3 className={classes.orderInstructionTitle}>
        <IconBook2 size={19} stroke={1.7} aria-hidden />
        {t('delivery.instruction')}
      </h3>
      <RichText html={data.instruction} />
    </section>
  );
}
