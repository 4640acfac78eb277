import type { LiveFigures } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { LiveDot } from '../../ui/data/live-dot.tsx';
import { StatTile } from '../../ui/data/stat-tile.tsx';

/** Visitors online and accounts sold today. */
export function ShopFigures({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const show = (count: number | undefined) => count?.toLocaleString(language);
  return (
    <>
      <StatTile label={t('home.figures.online')} value={show(figures?.online_users)} icon={<LiveDot />} />
      <StatTile label={t('home.figures.sold')} value={show(figures?.accounts_sold_today)} />
    </>
  );
}
