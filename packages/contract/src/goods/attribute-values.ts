/** A product's value of an attribute. */
type AttributeValue = { readonly attribute_id: string; readonly value_id: string };

/** As addresses have it: `3.14` is the value 14 of attribute 3. */
export const attributeKey = ({ attribute_id, value_id }: AttributeValue): string =>
  `${attribute_id}.${value_id}`;

/** Several of them, with commas between. */
export const ATTRIBUTE_KEYS = /^\d{1,18}\.\d{1,18}(?:,\d{1,18}\.\d{1,18}){0,49}$/;

const attributeOf = (key: string): string => key.split('.')[0]!;

/** Whether a product has, of each attribute that `wanted` names, one of the values named. */
export function hasAttributes(own: readonly AttributeValue[], wanted: readonly string[]): boolean {
  const keys = new Set(own.map(attributeKey));
  return wanted.every((one) =>
    wanted.some((other) => attributeOf(other) === attributeOf(one) && keys.has(other)),
  );
}
