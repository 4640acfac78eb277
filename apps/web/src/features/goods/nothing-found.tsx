import { Button } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { EmptyQuayPicture, SpyglassPicture } from '../../ui/pictures/pictures.tsx';
import { isFiltered, NO_FILTER, useGoodsFilter } from './goods-filter.ts';

/** In place of a list without products: there are none, or none that match the URL's filter. */
export default function NothingFound() {
  const { t } = useTranslation();
  const { t: service } = useTranslation('service');
  const [filter, change] = useGoodsFilter();
  if (!isFiltered(filter))
    return <EmptyState picture={<EmptyQuayPicture />} text={service('emptyList.none')} />;
  return (
    <EmptyState
      picture={<SpyglassPicture />}
      title={t('goods.notFound')}
      text={service('emptyList.text')}
      action={
        <Button variant="default" onClick={() => change({ ...NO_FILTER, sort: filter.sort })}>
          {service('emptyList.reset')}
        </Button>
      }
    />
  );
}
