import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { dayRange } from '../../../lib/day-range.ts';
import { PagedList } from '../../../ui/data/data-list.tsx';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyQuayPicture } from '../../../ui/pictures/empty-quay.tsx';
import { SpyglassPicture } from '../../../ui/pictures/spyglass.tsx';
import { useHistoryColumns } from './history-columns.tsx';
import { HistoryFilter, NO_CHOICE } from './history-filter.tsx';
import { withTexts } from '../../../locales/language.ts';
import { useRechargeHistory } from './use-recharges.ts';

/** Only where own addresses were paid too little. */
const SmallPayments = lazy(withTexts('address', () => import('./small-payments.tsx')));

/** The buyer's top-ups with their transactions, newest first. */
export default function RechargeHistory() {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(NO_CHOICE);
  const isFiltered = choice.status !== '' || choice.from !== '' || choice.to !== '';
  const columns = useHistoryColumns();
  const history = useRechargeHistory({ status: choice.status || undefined, ...dayRange(choice) });

  return (
    <Panel id="top-up-history" title={t('recharges.history.title')}>
      <Suspense>
        <SmallPayments />
      </Suspense>
      <HistoryFilter choice={choice} onChange={setChoice} />
      <PagedList
        label={t('recharges.history.title')}
        columns={columns}
        list={history}
        rowKey={({ order_id: orderId }) => orderId}
        skeletonRows={3}
        empty={
          <EmptyState
            picture={isFiltered ? <SpyglassPicture /> : <EmptyQuayPicture />}
            text={t(isFiltered ? 'recharges.history.emptyFound' : 'recharges.history.empty')}
          />
        }
      />
    </Panel>
  );
}
