export const home = {
  title: 'Accounts at wholesale, straight from the quay.',
  lede: 'Mailboxes, game seats, cloud storage: counted stock, tiered prices, delivered the moment you pay. Top up with USDT; your money moves by your signature only.',
  browse: 'Browse accounts',
  topUp: 'Top up with USDT',
  welcome: 'Welcome aboard',
  welcomeBack: 'Hello, {{name}}',
  figures: {
    online: 'Online now',
    sold: 'Sold today',
    note: 'Counted, never invented. Order numbers are masked, times are in your time zone.',
  },
  board: {
    title: 'Latest departures',
    order: 'Order',
    time: 'Time',
    empty: 'No departures yet. The next order shows up here by itself.',
    live: 'Live',
  },
  shelf: {
    title: 'In port now',
    lede: 'Everything on this shelf is counted stock.',
    all: 'See everything',
    from: 'from {{price}} USDT',
    products_one: '{{count}} product',
    products_other: '{{count}} products',
    inStock: '{{stock}} in stock',
    soldOut: 'Sold out',
    empty: 'The quay is empty right now. New stock is unloaded here.',
  },
  steps: {
    title: 'Three moves, no paperwork',
    topUp: {
      title: 'Top up with USDT',
      text: 'Send the exact amount on TRON or Ethereum. The chain confirms it, we credit what arrived.',
    },
    choose: {
      title: 'Choose your lot',
      text: 'Filter by type, see the true stock, set quantity and gender. The price falls with the tier.',
    },
    receive: {
      title: 'Receive at once',
      text: 'Accounts open on the page, as TXT or CSV, and travel to your e-mail. Erased after {{days}}\u00a0days.',
    },
  },
};
