import { paths, type EndpointName } from '@portside/contract';

/** The part of JSON Schema that the shop's document uses. */
export type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly allOf?: readonly Schema[];
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Media = Readonly<Record<string, { readonly schema?: Schema }>>;
type Described = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
};
export type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

/** One call of the document, with every field that it takes. */
export type Operation = {
  readonly name: EndpointName;
  readonly method: string;
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly takesImage: boolean;
  /** An answer that never ends. */
  readonly isStream: boolean;
};

/** Every call in the document. Throws if it lacks one of the contract's. */
export function operationsOf(document: OpenApi): Operation[] {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const media = described.requestBody?.content ?? {};
      return {
        name: described.operationId as EndpointName,
        method: method.toUpperCase(),
        path,
        parameters: (described.parameters ?? []).filter((one) => one.in !== 'header'),
        body: media['application/json']?.schema ?? null,
        takesImage: 'multipart/form-data' in media,
        isStream: 'text/event-stream' in (described.responses['200']?.content ?? {}),
      };
    }),
  );
  const missing = Object.keys(paths).filter((name) => found.every((operation) => operation.name !== name));
  if (missing.length > 0) throw new Error(`the document does not name ${missing.join(', ')}`);
  return found;
}

/** Whether a text has the documented length and pattern. */
export const allows = (
  { minLength = 0, maxLength = Infinity, pattern, allOf = [] }: Schema,
  text: string,
): boolean =>
  text.length >= minLength &&
  text.length <= maxLength &&
  (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
  allOf.every((one) => allows(one, text));

type FieldPath = readonly (string | number)[];
type Field = { readonly at: FieldPath; readonly schema: Schema };

/** The body itself and every field in it, also inside lists and alternatives. */
export function fieldsOf(schema: Schema, at: FieldPath = []): Field[] {
  const inner = (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => fieldsOf(one, at).slice(1));
  const properties = Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
    fieldsOf(one, [...at, key]),
  );
  const items = schema.items ? fieldsOf(schema.items, [...at, 0]) : [];
  return [{ at, schema }, ...inner, ...properties, ...items];
}

/** A copy of the value with another one at that path; creates missing parents. */
export function withValueAt(value: unknown, [key, ...rest]: FieldPath, bad: unknown): unknown {
  if (key === undefined) return bad;
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
    list[key] = withValueAt(list[key], rest, bad);
    return list;
  }
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...object, [key]: withValueAt(object[key], rest, bad) };
}
