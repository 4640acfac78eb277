import { NETWORKS } from '@portside/contract';

/** The part of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  required?: readonly string[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};

const TIME = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-21T12:00:00.000Z';
const TRON_ADDRESS = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = '5f9c4ab08cac7457e9111a30e4664920607ea2c115a1433d7be98e97e64244ca';

/**
 * What a field of a name is like; one that its schema does not allow is passed over. The figures fit each other: ten
 * accounts at 1.2 are 12.
 */
const BY_NAME: Readonly<Record<string, readonly unknown[]>> = {
  id: ['4901'],
  goods_id: ['4901'],
  name: ['Harbour mail, aged'],
  names: ['Harbour mail, aged'],
  description: ['Mail accounts older than a year, with recovery address.'],
  username: ['harbour'],
  buyer: ['harbour'],
  email: ['harbour@example.org'],
  confirm_email: ['harbour@example.org'],
  password: ['a long passphrase 9'],
  old_password: ['a long passphrase 8'],
  totp_code: ['492039'],
  code: ['K7TW-92MX-4QPA-WRV3', '492039', 'HARBOUR1'],
  ticket: [`${'k7T2mQ9x'.repeat(5)}abc`],
  token: ['q3Zx7mT9vK2pL5wN8rB4', `4901-${'k7T2mQ9x'.repeat(5)}abc`],
  agree: [true],
  message: ['ok'],
  status: ['completed', 'credited', 'active'],
  state: ['sent', 'paid', 'open'],
  failure: [null],
  failure_reason: [null],
  quantity: [10],
  price: ['1.2'],
  unit_price: ['1.2'],
  list_price: ['1.2'],
  total_amount: ['12'],
  discount: ['0'],
  saved: ['1'],
  refunded_amount: ['0'],
  amount: ['25'],
  pay_amount: ['25.000417'],
  credited_amount: ['25'],
  bonus_amount: ['0.5'],
  balance: ['113.40'],
  exact_balance: ['113.4'],
  order_no: ['ORD20261120120000A7K2'],
  order_id: ['RECH17320992000001234'],
  reference: ['my-order-1007'],
  created_at: [TIME],
  updated_at: [TIME],
  at: [TIME],
  from: [TIME, '2026-11-20'],
  to: [LATER, '2026-11-21', TRON_ADDRESS, 'harbour@example.org'],
  next_cursor: [null],
  cursor: ['eyJhdCI6IjIwMjYtMTEtMjAifQ'],
  limit: [50],
  total: [1],
  tx_hash: [HASH, `0x${HASH}`],
  address: [TRON_ADDRESS],
  wallet_address: [TRON_ADDRESS, EVM_ADDRESS],
  sender_address: [TRON_ADDRESS, EVM_ADDRESS],
  receiver_address: [TRON_ADDRESS, EVM_ADDRESS],
  own_address: [TRON_ADDRESS, EVM_ADDRESS],
  contract_address: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', EVM_ADDRESS],
  checkout_address: [EVM_ADDRESS],
  factory_address: [EVM_ADDRESS],
  type: NETWORKS.slice(0, 1),
  chain_id: [728126428, '728126428'],
  account: ['mila.harbour@example.org'],
  text: ['mila.harbour@example.org----kP7-wren-41', 'Thank you, it works again.'],
  fields: [[{ name: 'account', value: 'mila.harbour@example.org' }]],
  reason: ['The password is wrong'],
  note: ['Agreed by telephone'],
  kind: ['placed'],
  title: ['Top-ups pause on Sunday'],
  body: ['<p>Top-ups on Ethereum pause from 02:00 to 03:00 UTC.</p>'],
  slug: ['harbour-mail-aged-4901'],
  image: [null, '3f2a9c10-7d1e-4f0e-9a55-0c8b8f3b1c11', '/api/goods/4901/images/3f2a9c10'],
  menus: [[{ path: '/client/main' }]],
  actions: [[]],
  language: ['en'],
  time_zone: ['Europe/Lisbon', 'UTC'],
  platform_name: ['Harbour Agency'],
  promotion_code: ['HARBOUR1'],
  invitation_code: ['HARBOUR1'],
  coupon: ['AUTUMN10'],
  telegram: ['harbour_agency'],
  bot: ['harbour_shop_bot'],
  linked_to: ['@harbour'],
  needed: [['amount']],
  allowed: [['bonus']],
  percent: ['5'],
  discount_percent: ['5'],
  commission_percent: ['5'],
  stock: [2840],
  stock_by_gender: [{ male: 1300, female: 1290, unspecified: 250 }],
  min_quantity: [1],
  max_quantity: [1000],
  most_per_buyer: [null],
  most_per_day: [null],
  returned_at: [null],
  link_key: [null, '3f2a9c107d1e4f0e9a550c8b8f3b1c11'],
  resends_left: [3],
  accounts_deleted_at: ['2026-12-20T12:00:00.000Z'],
  claims_until: [LATER],
  warranty_hours: [48],
  format: ['json', 'account----password'],
  search_words: [['mail']],
  columns: [['account', 'password']],
  separator: ['----', ','],
  q: ['mail'],
  url: ['https://shop.example/pay?ticket=k7T2'],
  base_url: ['https://shop.example/api/v2'],
  day: ['2026-11-20'],
  month: ['2026-11'],
  colour: ['#0f6e84'],
  main_colour: ['#0f6e84'],
  accent_colour: ['#d97706'],
  subject: ['Your order ORD20261120120000A7K2'],
  signature: [`0x${HASH}${HASH}1b`],
  ip: ['203.0.113.5'],
  user_agent: ['Mozilla/5.0'],
  file_name: ['accounts.txt'],
  logo: [null],
  wordmark: [null],
  wordmark_dark: [null],
  hero: [null],
  ranges: [['203.0.113.7']],
  range: ['203.0.113.7'],
  'zh-cn': ['港口邮箱'],
  en: ['Harbour mail'],
  pt: ['Correio Harbour'],
  ru: ['Почта Harbour'],
  site_name: ['Harbour Accounts'],
  category: ['Mail', '12'],
};

/** Of fields that no name tells of; the first that the schema allows. */
const ANY_TEXT: readonly string[] = [
  'text',
  '12',
  '1.2',
  TIME,
  '2026-11-20',
  '2026-11',
  'harbour@example.org',
  'HARBOUR1',
  'ORD20261120120000A7K2',
  TRON_ADDRESS,
  EVM_ADDRESS,
  HASH,
  HASH.slice(0, 32),
  `0x${HASH}`,
  `0x${HASH}${HASH}1b`,
  '#0f6e84',
  'https://shop.example/',
  '/client/main',
  '0x1a',
  'asc',
];

const textFits = (
  { minLength = 0, maxLength = Infinity, pattern, allOf = [] }: Schema,
  text: string,
): boolean =>
  text.length >= minLength &&
  text.length <= maxLength &&
  (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
  allOf.every((one) => textFits(one, text));

function fits(schema: Schema, value: unknown): boolean {
  const { type, enum: values, const: only, format } = schema;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.some((one) => fits(one, value));
  if (only !== undefined) return value === only;
  if (values) return values.includes(value);
  const types = new Set([type ?? []].flat());
  if (value === null) return types.has('null');
  if (typeof value === 'string') {
    if (format === 'date-time' && !/^\d{4}-\d\d-\d\dT/.test(value)) return false;
    if (format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
    if (format === 'email' && !value.includes('@')) return false;
    return types.has('string') && textFits(schema, value);
  }
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    return (types.has('integer') || types.has('number')) && value >= minimum && value <= maximum;
  }
  if (typeof value === 'boolean') return types.has('boolean');
  if (Array.isArray(value)) return types.has('array') && value.every((one) => fits(schema.items ?? {}, one));
  const { properties = {}, required = [] } = schema;
  const given = value as Record<string, unknown>;
  return (
    types.has('object') &&
    required.every((name) => name in given) &&
    Object.entries(given).every(([name, one]) => name in properties && fits(properties[name]!, one))
  );
}

/** A value that a schema allows, like those of real calls. A body shows what it must have, an answer all of its fields. */
export function exampleOf(schema: Schema, isBody: boolean, name = ''): unknown {
  const known = BY_NAME[name]?.find((value) => fits(schema, value));
  if (known !== undefined) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return exampleOf(branches.find(({ type }) => type !== 'null') ?? branches[0]!, isBody, name);
  switch ([schema.type ?? (schema.properties ? 'object' : 'string')].flat()[0]) {
    case 'object':
      return exampleObject(schema, isBody);
    case 'array':
      return exampleList(schema, isBody, name);
    case 'boolean':
      return !/^(is_|has_|can_)?(deleted|held|frozen|replaced|closed|former|open_claim|refused|accounts_deleted)/.test(
        name,
      );
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
    case 'null':
      return null;
    default:
      return exampleText(schema, name);
  }
}

function exampleObject(
  { properties = {}, required = [], propertyNames, additionalProperties }: Schema,
  isBody: boolean,
) {
  const names = Object.keys(properties).filter((name) => !isBody || required.includes(name));
  const shown = names.length === 0 && isBody ? Object.keys(properties) : names;
  if (typeof additionalProperties === 'object' && shown.length === 0 && required.length > 0)
    return Object.fromEntries(required.map((name) => [name, exampleOf(additionalProperties, isBody, name)]));
  const own = shown.map((name) => [name, exampleOf(properties[name]!, isBody, name)]);
  if (typeof additionalProperties !== 'object' || own.length > 0) return Object.fromEntries(own) as object;
  const key = String(exampleOf(propertyNames ?? { type: 'string' }, isBody, 'id'));
  return { [key]: exampleOf(additionalProperties, isBody, '') };
}

function exampleList(
  { items = {}, prefixItems, minItems = 1 }: Schema,
  isBody: boolean,
  name: string,
): unknown[] {
  if (prefixItems) return prefixItems.map((one) => exampleOf(one, isBody, name));
  const singular = name.replace(/_ids$/, '_id').replace(/ies$/, 'y').replace(/s$/, '');
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, isBody, singular));
}

function exampleText(schema: Schema, name: string): string {
  const { format, minLength = 0 } = schema;
  if (format === 'binary') return '(bytes)';
  const isMoney = /(amount|minimum|maximum|_cap|income|sum|fee|cost|owed|price|balance|above|floor)/.test(
    name,
  );
  const isTime = /(_at|_until|^until|since|^at|_time)$/.test(name);
  const words = name === '' ? [] : [name.replaceAll('_', ' ')];
  const found = [
    ...(isTime ? [TIME] : []),
    ...(isMoney ? ['25'] : []),
    ...(format ? [] : words),
    ...ANY_TEXT,
  ].find((text) => fits(schema, text));
  return found ?? 'x'.repeat(minLength);
}
