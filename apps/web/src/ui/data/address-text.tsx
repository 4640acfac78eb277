import classes from './address-text.module.css';

const GROUP = /.{1,4}/g;

const groupsOf = (address: string) =>
  Array.from(address.matchAll(GROUP), ({ index, 0: text }) => ({ index, text }));

/** A full address in groups of four, so that it can be compared. Groups that differ from `other` are marked. */
export function AddressText({ address, other }: { address: string; other?: string | undefined }) {
  return (
    <code className={classes.address}>
      {groupsOf(address).map(({ index, text }) => (
        <span key={index} data-differs={(other !== undefined && !other.startsWith(text, index)) || undefined}>
          {text}
        </span>
      ))}
    </code>
  );
}
