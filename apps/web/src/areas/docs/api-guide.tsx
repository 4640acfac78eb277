import { Button } from '@mantine/core';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { Link } from 'wouter';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './docs.module.css';

type Section = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
  /** What programs decide by, and what it means. */
  readonly codes?: readonly (readonly [ErrorName, meaning: string])[];
};

/** English like the reference and its samples; what stands around it is in the reader's language. */
const SECTIONS: readonly Section[] = [
  {
    heading: 'A first order',
    paragraphs: [
      'Make a key with the scopes catalogue, orders:place, orders:read and accounts:read. Then four calls buy: find a product, ask what it costs you, order it at that price under the number of your own order, and take the accounts. They can be read at once, also while the order is “processing”: it is “completed” when they were read or mailed.',
      'The whole of it, with what to do when the network fails, is in the samples at the end of this page.',
    ],
    code: `AUTH="Authorization: Bearer psk_live_…"

curl -H "$AUTH" "https://SHOP/api/goods?in_stock=true&limit=100"

curl -H "$AUTH" https://SHOP/api/orders/quotes \\
  --json '{ "goods_id": "4901", "quantity": 10 }'

curl -H "$AUTH" https://SHOP/api/orders \\
  -H "Idempotency-Key: my-shop-1007" \\
  --json '{ "goods_id": "4901", "quantity": 10,
            "total_amount": "12", "reference": "my-shop-1007" }'

curl -H "$AUTH" https://SHOP/api/orders/ORDER_NO/accounts`,
  },
  {
    heading: 'Keys',
    paragraphs: [
      'Make a key in your profile under “API keys”. It is shown once, so keep it like a password. Give it only the scopes that your program needs: catalogue, balance, placing orders, reading orders, reading accounts, top-ups, claims or webhooks. A key may also be limited to addresses, to an end date and to an amount a day.',
      'Live keys begin with psk_live_, those of a sandbox with psk_test_. Ten can be active at a time. No key reaches your profile, password, e-mail address, second factor or other keys. Revoke one at any time; the next call with it is refused. The reference says with each call which scope it needs; a key without it is refused with 300172, and “faults” names the scope.',
    ],
    code: 'curl https://SHOP/api/users/balance \\\n  -H "Authorization: Bearer psk_live_…"',
  },
  {
    heading: 'Answers and errors',
    paragraphs: [
      'Every answer is JSON in one envelope. The code is 200, or that of a refusal; the HTTP status follows it. Decide by the code: the message is a text for people and may change. Where fields are at fault, “faults” names each of them.',
      'A refusal has changed nothing. After 429 and 503, wait as many seconds as “retry-after” says. After 500, report the “request_id”. These are the codes that programs decide by; the reference has those of every call.',
    ],
    code: '{ "code": 300001, "message": "Insufficient balance", "data": null }',
    codes: [
      ['invalidFormat', 'a value is wrong, or the query has a name that the call does not know'],
      ['balanceTooLow', 'the balance is too low'],
      ['stockTooLow', 'there is not enough stock'],
      ['quantityOutOfRange', 'fewer or more than one order may have'],
      ['priceChanged', 'it costs more than you said: quote anew'],
      ['notOnSale', 'the product is not on sale'],
      ['keyReused', 'the idempotency key was used for another request'],
      ['apiKeyInvalid', 'the key is unknown, has ended or was revoked'],
      ['apiKeyScopeMissing', 'the key has no scope for this call'],
      ['apiKeyAddressRefused', 'the key is not for this address'],
      ['apiKeyLimitReached', 'the key has spent what it may spend today'],
      ['referenceUsed', 'another order has this reference; “faults” has its number'],
      ['tooManyTries', 'too many calls: wait'],
    ],
  },
  {
    heading: 'Idempotency and references',
    paragraphs: [
      'An order needs an “Idempotency-Key” of your choice, such as the number of the order in your own shop: 1 to 200 visible characters of ASCII, without blanks. Repeat the call with the same key and body as often as you like, and it is placed once; each repetition gets the first answer. The same key with another body is refused with 300007.',
      'A “reference” is your own name for the order, up to 100 characters, and finds it again. No two of your orders have the same.',
      'Both count for all your API keys together. If several shops of yours buy here, begin them with the name of the shop, or two orders with the number 1007 would be one.',
      'After a time-out you do not know whether the order was placed. Ask by its reference: there is one order, or none. If there is none, quote and order again under the same key and reference. Never ask with an empty one: it is refused.',
    ],
    code: 'GET /api/orders?reference=my-shop-1007',
  },
  {
    heading: 'Amounts',
    paragraphs: [
      'Amounts are decimal strings in USDT with at most six decimals: "1.25". Calculate with decimals or with integers of millionths, never with floating-point numbers. Send “total_amount” as the price that your customer agreed to: if the order would cost more, it is refused with 300004 and nothing is paid. In a body, a field that is empty or null counts as absent, and a name that the call does not know is passed over: spell “total_amount” and “reference” with care.',
      'Times are ISO 8601 in UTC. Ids are strings of digits.',
    ],
  },
  {
    heading: 'Lists and changes',
    paragraphs: [
      'Lists take “limit” (1 to 500) and “cursor”, and answer “items” and “next_cursor”, which is null on the last page. A cursor is opaque: send back what you got.',
      'To keep a catalogue in step, follow the changes of stock, price and sale from your last cursor, once a minute; the first call, without a cursor, has all products. It is one small call however many products there are. A product whose “offer” is null is no longer sold to you. After 410 (300120), begin again without a cursor.',
      'Prices in both are those of the catalogue. What an order costs you, with your level and price list, is in the quote and in GET /api/prices/mine. Products that only your level sees are among the changes, but not in GET /api/goods: GET /api/goods/mine has them.',
    ],
    code: 'GET /api/changes?after=CURSOR',
  },
  {
    heading: 'Limits',
    paragraphs: [
      'Each key has its calls a minute, 600 unless the shop says otherwise. With every answer “ratelimit-policy” says how many (q) in how many seconds (w), and “ratelimit” how many are left (r) and in how many seconds they are counted anew (t). The address that you call from has a limit too, in “x-ratelimit-…”. A call beyond one of them is refused with 500003 and status 429; “retry-after” says for how long. The reference names the calls that have a limit of their own, such as quotes.',
    ],
    code: 'ratelimit-policy: "key";q=600;w=60\nratelimit: "key";r=598;t=41',
  },
  {
    heading: 'Webhooks',
    paragraphs: [
      'Add an address in your profile, or with POST /api/webhooks (scope webhooks). The answer has its secret once. The address is https on the public internet; a sandbox may also call its own machine. Buyers are told of order.completed, order.refunded, claim.settled, topup.credited, product.restocked, product.price_changed and product.withdrawn. POST /api/webhooks/ID/tests sends a test, and the log, in your profile and at /api/webhooks/ID/deliveries, has every event of the last 30 days with what you answered.',
      'Webhooks follow Standard Webhooks. Each has the headers “webhook-id”, “webhook-timestamp” and “webhook-signature”. Sign “id.timestamp.body” with HMAC-SHA256 and the bytes of your secret, which are Base64 after “whsec_”, and compare with each signature after “v1,”: there are two while a secret is being replaced. Refuse timestamps that are more than five minutes off.',
      'Answer with 2xx within ten seconds and work afterwards; redirects are not followed. What you do not accept is sent again for three days, after longer and longer waits, and after five days in which you accepted nothing the webhook is switched off. A delivery can arrive twice, so remember its id. Bodies name orders and products and never hold accounts: read these with your key.',
    ],
    code: 'POST /api/webhooks\n{ "url": "https://my-shop.example/hooks", "events": ["order.completed", "order.refunded"] }\n\nwebhook-id: msg_2KWPBgLlAfxdpx2AI54pPJ85f4W\nwebhook-timestamp: 1795176000\nwebhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  {
    heading: 'One order',
    paragraphs: [
      'To hear of one order only, place it with “callback_url”, an https address on the public internet. What happens to that order is sent there like a webhook, signed with the “callback_secret” that was shown with your key, and ends with the key. Sessions, and keys without that secret, are refused with 100001; “faults” then names “callback_url”.',
      'What was sent is in the log of your webhooks, under the name of the key.',
    ],
    code: 'POST /api/orders\nIdempotency-Key: my-shop-1007\n\n{ "goods_id": "4901", "quantity": 10, "callback_url": "https://my-shop.example/orders/1007" }',
  },
  {
    heading: 'When something is sold out',
    paragraphs: [
      'PUT /api/restocks/GOODS_ID has you told once when the product is back, on the page and by e-mail; programs follow the changes or the event product.restocked. A standing order buys by itself when stock comes: up to “quantity” accounts at no more than “most_price” each, for so many “days”, first come first served and as far as the balance goes. There is one at a time for each product; DELETE /api/standing-orders/ID ends it. It goes on when its key is revoked, so a key with an amount a day cannot make one (300175).',
    ],
    code: 'POST /api/standing-orders\nIdempotency-Key: my-shop-standing-7\n\n{ "goods_id": "4901", "quantity": 100, "most_price": "1.25", "days": 30 }',
  },
  {
    heading: 'Shop software and assistants',
    paragraphs: [
      'Shops that run dujiao-next, acg-faka or a panel with POST /api/v2 need no program: where the operator has switched that on, make a key for it in your profile, and enter what the page says there.',
      'An assistant that speaks the Model Context Protocol can look up, order and report within what a key may do, by a command of the repository, from a checkout with its packages. It is in no package registry. It never reads accounts.',
    ],
    code: 'PORTSIDE_URL=https://SHOP PORTSIDE_KEY=psk_live_… node PATH/TO/REPOSITORY/apps/server/bin/portside.js mcp',
  },
  {
    heading: 'Sandbox',
    paragraphs: [
      'The sandbox is this shop on your own machine, from its repository, with play money and a month of history: its API is the same. Start it, sign in as the buyer that it prints, and make a key there; keys of a sandbox begin with psk_test_. In the reference, enter that key under “Authentication” and try calls from the page. It brings a receiver of webhooks, “sandbox_receiver” of GET /api/webhooks: your profile there shows what arrived, and whether its signature was right.',
    ],
    code: 'npm ci && npm start',
  },
  {
    heading: 'Versions and samples',
    paragraphs: [
      'Calls, fields of answers, optional input, and values of enumerations may be added at any time: ignore what you do not know. What breaks clients raises the major version of the OpenAPI document and is announced in the API’s changelog.',
      'Each sample buys one product under a number of yours, once however often it is repeated, and checks the signature of a webhook. That in TypeScript uses the typed client, which has no dependencies and is in “packages/client” of the repository; for other languages, public generators make one from the OpenAPI document.',
    ],
  },
];

const EXAMPLES = '../../../../../examples/shop';

/** The files themselves: what is shown is what the tests run. */
const files = import.meta.glob<string>('../../../../../examples/shop.*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const SAMPLES = [
  ['curl', 'sh'],
  ['Python', 'py'],
  ['PHP', 'php'],
  ['TypeScript', 'ts'],
] as const;

export function Page() {
  const { t } = useTranslation('service');
  return (
    <article className={classes.document}>
      <h1>{t('api.title')}</h1>
      <p className={classes.lede}>{t('api.lede')}</p>
      <p>
        <Button component={Link} to="/docs/api/reference" variant="default">
          {t('api.reference')}
        </Button>{' '}
        <Button component="a" href="/api/openapi.json" variant="subtle">
          OpenAPI
        </Button>
      </p>
      <p>{t('api.english')}</p>
      <div lang="en">
        {SECTIONS.map(({ heading, paragraphs, code, codes = [] }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {code !== undefined && (
              <pre className={classes.code} translate="no">
                {code}
              </pre>
            )}
            {codes.length > 0 && (
              <dl className={classes.codes}>
                {codes.map(([name, meaning]) => (
                  <div key={name}>
                    <dt>{errors[name].code}</dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
        ))}
        {SAMPLES.map(([name, ending]) => (
          <details key={name} className={classes.sample}>
            <summary>{name}</summary>
            <pre className={classes.code} translate="no">
              {files[`${EXAMPLES}.${ending}`]}
            </pre>
          </details>
        ))}
      </div>
    </article>
  );
}
