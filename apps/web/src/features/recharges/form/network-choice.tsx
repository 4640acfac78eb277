import type { Network } from '@portside/contract';
import { IconClock, IconGasStation } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './network-choice.module.css';
import { NetworkPicture } from './network-picture.tsx';
import { byUsualFee, networkName, webNetworkOf } from '../../../lib/networks.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { recordOf } from '@portside/chain/networks/registry';

type Props = {
  value: Network | null;
  /** Networks that the shop has set up. */
  known: readonly Network[];
  /** Networks that accept top-ups now; undefined while loading. */
  enabled: readonly Network[] | undefined;
  onChange: (network: Network) => void;
};

/** Each network as a card on a native radio button, so that the arrow keys work. */
export function NetworkChoice({ value, known, enabled, onChange }: Props) {
  const { t } = useTranslation();
  // One that was set up a moment ago is enabled before it is known.
  const shown = [...new Set([...known, ...(enabled ?? [])])];
  const isSandbox = useIsSandbox();
  const language = useLanguage();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('recharges.network.title')}</legend>
      {byUsualFee(shown).map((network) => {
        const isOff = enabled !== undefined && !enabled.includes(network);
        const time = isSandbox
          ? t('recharges.network.sandboxTime')
          : t('recharges.network.credited', { time: t(`recharges.network.${network}.time`) });
        return (
          <label key={network} className={classes.card} data-off={isOff || undefined}>
            <input
              type="radio"
              name="network"
              className="visually-hidden"
              checked={value === network}
              disabled={isOff || enabled === undefined}
              onChange={() => onChange(network)}
            />
            <span className={classes.head}>
              <strong className={classes.name}>{networkName(network)}</strong>
              {isOff ? (
                <StatusBadge tone="warn">{t('recharges.network.off')}</StatusBadge>
              ) : (
                <span className={classes.dot} aria-hidden />
              )}
            </span>
            <span className={classes.body}>
              <span className={classes.facts}>
                <span>
                  <IconClock size={15} stroke={1.7} aria-hidden />
                  {isOff ? t('recharges.network.offTime') : time}
                </span>
                <span>
                  <IconGasStation size={15} stroke={1.7} aria-hidden />
                  {t('recharges.network.fee', usualFee(network, language))}
                </span>
              </span>
              <NetworkPicture network={network} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The figure that the networks are sorted by, so that neither is ever without the other. */
function usualFee(network: Network, language: string): { fee: string; coin: string } {
  const dollars = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return {
    fee: dollars.format(webNetworkOf(network).usualFeeCents / 100),
    coin: recordOf(network).coin.name,
  };
}
