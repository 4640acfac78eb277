import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatUsdt, showDecimal } from '../../../lib/format/numbers.ts';
import classes from './recharge-form.module.css';
import { readAmount, type AmountLimits } from './read-amount.ts';
import type { Network, PaymentMode } from '@portside/contract';
import { IconClock, IconGasStation } from '@tabler/icons-react';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { byUsualFee, networkName, webNetworkOf } from '../../../lib/networks/networks.ts';
import { recordOf } from '@portside/chain/networks/registry';
import { Picture } from '../../../ui/pictures/pictures.tsx';

type AmountChoiceProps = {
  value: string;
  /** Any amount counts, without being named. */
  isOptional: boolean;
  choices: readonly string[];
  limits: AmountLimits;
  error: string | null;
  onChange: (typed: string) => void;
};

/** "1,000" and "10.20": both decimals or none. */
const CHIP = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
} as const;

/** Suggested amounts, and a field for any other within the limits. */
export function AmountChoice({ value, isOptional, choices, limits, error, onChange }: AmountChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { format } = new Intl.NumberFormat(language, CHIP);
  const minimum = formatUsdt(limits.minimum, language);
  const maximum = formatUsdt(limits.maximum, language);
  /** The field shows how it was understood: "1,000" as 1000. */
  function showUnderstood() {
    const { amount } = readAmount(value, limits, language);
    if (amount !== null) onChange(showDecimal(amount, language));
  }
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>
        {t(isOptional ? 'recharges.amount.optional' : 'recharges.amount.title')}
      </legend>
      <div className={classes.chips}>
        {choices.map((amount) => (
          <button
            key={amount}
            type="button"
            className={`${classes.chip} figures`}
            aria-pressed={readAmount(value, limits, language).amount === amount}
            onClick={() => onChange(showDecimal(amount, language))}
          >
            {format(amount as Intl.StringNumericLiteral)}
            <span className={classes.unit}> USDT</span>
          </button>
        ))}
      </div>
      <TextInput
        label={t('recharges.amount.label')}
        // Beside an own address it would contradict what that takes.
        description={!isOptional && t('recharges.amount.range', { minimum, maximum })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="decimal"
        autoComplete="off"
        size="md"
        classNames={{ input: 'figures' }}
        rightSection={<span className={classes.unit}>USDT</span>}
        rightSectionWidth={62}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={showUnderstood}
      />
    </fieldset>
  );
}

export type Modes = Readonly<Partial<Record<Network, PaymentMode>>>;

type NetworkChoiceProps = {
  value: Network | null;
  /** Networks that the shop has set up. */
  known: readonly Network[];
  /** Networks that accept top-ups now; undefined while loading. */
  enabled: readonly Network[] | undefined;
  /** How payments are told apart there. */
  modes: Modes;
  onChange: (network: Network) => void;
};

/**
 * Each network as a card on a native radio button, so that the arrow keys work. On a phone only the chosen one, until the
 * others are wanted: the address is what is looked for.
 */
export function NetworkChoice({ value, known, enabled, modes, onChange }: NetworkChoiceProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  /** Not by an arrow key, which chooses each network on its way. */
  const isPointed = useRef(false);
  // A network set up a moment ago is enabled before it is known.
  const shown = [...new Set([...known, ...(enabled ?? [])])];
  const isFolded = currentArea() === '/mobile' && value !== null && !isOpen && shown.length > 1;
  return (
    // The radio buttons are what is used: this only hears how.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={classes.networkChoiceChoice}
      onPointerDown={() => (isPointed.current = true)}
      onKeyDown={() => (isPointed.current = false)}
      onBlur={({ currentTarget, relatedTarget: next }) => {
        // A tap on a card takes the focus to the page around it before it chooses.
        if (next && !isPointed.current && !currentTarget.contains(next)) setIsOpen(false);
      }}
    >
      <legend className={classes.networkChoiceLegend}>{t('recharges.network.title')}</legend>
      {byUsualFee(isFolded ? [value] : shown).map((network) => (
        <NetworkCard
          key={network}
          network={network}
          isChosen={value === network}
          isOn={enabled?.includes(network)}
          mode={modes[network]}
          onChoose={() => {
            onChange(network);
            if (isPointed.current) setIsOpen(false);
          }}
        />
      ))}
      {isFolded && (
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            // The button goes.
            currentTarget.closest('fieldset')?.querySelector<HTMLElement>(':checked')?.focus();
            setIsOpen(true);
          }}
        >
          {t('recharges.network.others')}
        </Button>
      )}
    </fieldset>
  );
}

type NetworkCardProps = {
  network: Network;
  isChosen: boolean;
  /** Whether it accepts top-ups now; undefined while loading. */
  isOn: boolean | undefined;
  mode: PaymentMode | undefined;
  onChoose: () => void;
};

function NetworkCard({ network, isChosen, isOn, mode, onChoose }: NetworkCardProps) {
  const { t } = useTranslation();
  const isSandbox = useIsSandbox();
  const language = useLanguage();
  const isOff = isOn === false;
  const time = isSandbox
    ? t('recharges.network.sandboxTime')
    : t('recharges.network.credited', { time: t(`recharges.network.${network}.time`) });
  return (
    <label className={classes.card} data-off={isOff || undefined}>
      <input
        type="radio"
        name="network"
        className="visually-hidden"
        checked={isChosen}
        disabled={isOn !== true}
        onChange={onChoose}
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
          {mode && !isOff && (
            <span className={classes.mode} data-mode={mode}>
              {t(`recharges.network.mode.${mode}`)}
            </span>
          )}
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

/** A launch for the fast network, a freighter for the expensive one. */
export const NetworkPicture = ({ network, size = 84 }: { network: Network; size?: number }) => (
  <Picture viewBox="0 0 84 56" width={size}>
    {PICTURES[webNetworkOf(network).picture]()}
    <path d="M2 48q6-4 12 0t12 0 12 0 12 0 12 0 12 0 8-1" opacity=".55" />
  </Picture>
);

const Launch = () => (
  <>
    <path d="M18 30h54l-9 14H26z" fill="var(--ground)" />
    <path d="M22 36h46" stroke="var(--signal)" strokeWidth="3" />
    <path d="M34 30l7-12h16l3 12z" fill="var(--tint)" />
    <path d="M44 22v8M57 18V8l9 4-9 4" />
    <path d="M2 24h12M6 32h8M2 40h14" opacity=".5" />
  </>
);

const Freighter = () => (
  <>
    <path d="M6 32h72l-8 14H14z" fill="var(--ground)" />
    <path d="M11 39h62" stroke="var(--signal)" strokeWidth="3" />
    <path d="M12 20h15v12H12zM27 20h15v12H27zM19 8h15v12H19zM42 20h12v12H42z" fill="var(--tint)" />
    <path d="M58 32V14h14v18" fill="var(--ground)" />
    <path d="M61 19h8M61 24h8M66 14V6h5v8" />
  </>
);

const PICTURES = { launch: Launch, freighter: Freighter } as const;
