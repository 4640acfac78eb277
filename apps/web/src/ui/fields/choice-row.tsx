import { useId, type ReactNode } from 'react';
import classes from './choice-row.module.css';

type Choice<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly disabled?: boolean;
};

type Props<Value extends string> = {
  'aria-label'?: string;
  data: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  fullWidth?: boolean;
  size?: 'xs' | 'sm';
  className?: string | undefined;
};

/** A few choices side by side: native radio buttons, which keyboards and screen readers understand. */
export function ChoiceRow<Value extends string>({
  data,
  value,
  onChange,
  disabled = false,
  fullWidth = false,
  size = 'sm',
  className,
  'aria-label': label,
}: Props<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={className ? `${classes.row} ${className}` : classes.row}
      data-wide={fullWidth || undefined}
      data-size={size}
    >
      {data.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={disabled || choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

type ToggleProps = {
  label: string;
  description?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** Takes effect at once: a native checkbox, drawn as a switch. */
export function Toggle({ label, description, checked, disabled = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className={classes.toggle}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        aria-describedby={description && `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {description && <p id={`${id}-hint`}>{description}</p>}
    </div>
  );
}
